import type { Block, Cell, SlidePlan } from "../DeckPlan.ts"
import { kindCounts, ruleText } from "../facts/Attention.ts"
import { type Ask, asksOf, housekeepingOf } from "../facts/asks/Asks.ts"
import { sinceText } from "../facts/DeckDates.ts"
import { counted, percentText } from "../facts/DeckNumbers.ts"
import { unservedTitles } from "../facts/Principles.ts"
import { measuredRows } from "../facts/Progress.ts"
import { objectiveMarks } from "../facts/StatusFacts.ts"
import type { DeckInput } from "../Input.ts"
import { inLine } from "../text/Direction.ts"
import { clip } from "../text/Fit.ts"
import { type AskOptions, aboutCell } from "./AskCells.ts"
import { bodyBox, fitsTitle, series } from "./ContentSlide.ts"
import { type Row, tableFlow } from "./SlideRows.ts"
import { cell, dueCell, foundRuns, markCell, remarkRow, runsCell } from "./TableCells.ts"
import { growth, tableSlides, textWidth } from "./TableSizes.ts"

/** Inches at the smallest size. */
const fixed = { status: 1.2, percent: 1.55, due: 1.25 }
const titleShare = 0.3
const columnCount = 5
const titleLines = 4

/** Points: larger text makes the reasons' column too narrow. */
const maxSize = 14
const maxSlides = 8

/** A table that takes less of its slide is not worth one: the summary says what is in it. */
const leastShare = 1 / 3

type Line = Omit<Ask, "damage"> & {
  /** How it moved since the day compared with; null where there is nothing to compare with. */
  readonly change: string | null
}

interface Look {
  readonly isTeamNamed: boolean
  /** Points. */
  readonly size: number
  /** Inches, of the titles. */
  readonly width: number
}

/** The progress in per cent, and below it how far it moved. */
const progressCell = (percent: number | null, change: string | null): Cell => ({
  paragraphs: [
    { runs: [{ text: percentText(percent) }] },
    ...(change === null ? [] : [{ runs: [{ text: change, color: "muted" as const }] }])
  ]
})

const rowOf = ({ input, attention, change }: Line, look: Look): Row => {
  const { objective, pace } = attention
  return [
    markCell(objectiveMarks[objective.status]),
    aboutCell(objective, input, { ...look, lines: titleLines, isThere: true }),
    runsCell(foundRuns(ruleText(attention), attention.note)),
    progressCell(pace.percent, change),
    dueCell(objective, input.date)
  ]
}

const maxPrincipleLines = 3

const principlesRow = (titles: ReadonlyArray<string>, size: number): ReadonlyArray<Row> => {
  if (titles.length === 0) return []
  const names = titles.map((title) => `“${inLine(title)}”`).join(", ")
  const text = `No objective serves ${titles.length === 1 ? "the principle" : `${titles.length} principles:`} ${names}`
  return [[cell(clip(text, size, false, textWidth(bodyBox.w), maxPrincipleLines), { columns: columnCount })]]
}

const linesOf = (inputs: ReadonlyArray<DeckInput>): ReadonlyArray<Line> => {
  const changes = new Map(
    inputs.flatMap((input) =>
      measuredRows(input.team.objectives, input).map(({ objective, change }) => [objective.id, change] as const)
    )
  )
  return housekeepingOf(inputs).map((line) => ({ ...line, change: changes.get(line.attention.objective.id) ?? null }))
}

const pagesOf = (inputs: ReadonlyArray<DeckInput>, isTeamNamed: boolean): ReadonlyArray<ReadonlyArray<Block>> => {
  const lines = linesOf(inputs)
  const unserved = unservedTitles(inputs)
  const [input] = inputs
  if (input === undefined) return []
  const compared = inputs.some(({ before }) => before !== null)
  const since = sinceText(input)
  const progress = compared ? `Progress, since ${since.replaceAll(" ", "\u00A0")}` : "Progress"
  return tableSlides(
    ({ size, limit }) => {
      if (size > maxSize) return null
      const [status, percent, due] = [fixed.status, fixed.percent, fixed.due].map((w) => w * growth(size))
      const free = bodyBox.w - (status ?? 0) - (percent ?? 0) - (due ?? 0)
      const width = free * titleShare
      const shown = lines.slice(0, limit)
      const left = lines.length - shown.length
      return tableFlow({
        columns: () => [status ?? 0, width, free - width, percent ?? 0, due ?? 0],
        size,
        header: [cell("Status"), cell("Also needs attention"), cell("Why"), cell(progress), cell("Due")],
        rows: [
          ...shown.map((line) => rowOf(line, { isTeamNamed, size, width })),
          ...(left === 0 ? [] : [remarkRow(`and ${counted(left, "more objective")}`, columnCount)]),
          ...principlesRow(unserved, size)
        ],
        alt: `${counted(lines.length, "objective")} that ${lines.length === 1 ? "needs" : "need"} attention, with reasons`
      })
    },
    { maxSlides }
  )
}

const titleOf = (inputs: ReadonlyArray<DeckInput>): string => {
  const lines = housekeepingOf(inputs)
  const unserved = unservedTitles(inputs).length
  if (lines.length === 0) return `No objective serves ${counted(unserved, "principle")}`
  const more = asksOf(inputs).length === 0 ? "" : "more "
  const need = lines.length === 1 ? "objective needs attention" : "objectives need attention"
  const words = `${lines.length} ${more}${need}`
  const counts = `${words}: ${kindCounts(lines.map(({ attention }) => attention))}`
  return fitsTitle(counts) ? counts : `${words}, the worst first`
}

const heightOf = (blocks: ReadonlyArray<Block>): number => blocks.reduce((sum, { box }) => sum + box.h, 0)

/** What needs attention and is for the teams themselves, worst first; no slide where that is little, or for a board. */
export const housekeepingSlides = (
  inputs: ReadonlyArray<DeckInput>,
  { key, isTeamNamed }: AskOptions
): ReadonlyArray<SlidePlan> => {
  if (inputs.every(({ detail }) => detail === "board")) return []
  const pages = pagesOf(inputs, isTeamNamed)
  const [first = []] = pages
  if (heightOf(first) < bodyBox.h * leastShare) return []
  return series({ layout: "table", key, section: "Housekeeping", title: titleOf(inputs), pages })
}
