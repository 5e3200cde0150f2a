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
import { aboutCell } from "./AskCells.ts"
import { bodyBox, fitsTitle, series } from "./ContentSlide.ts"
import type { Review } from "./Review.ts"
import { cell, dueCell, foundRuns, markCell, runsCell, twoLineCell } from "./TableCells.ts"
import { type Column, tableSize, textWidth } from "./TableFlow.ts"
import { tableSlides } from "./TableSizes.ts"

/** A table that takes less of its slide is not worth one: the summary says what is in it. */
const leastShare = 1 / 3

type Line = Omit<Ask, "damage"> & {
  /** How it moved since the day compared with; null where there is nothing to compare with. */
  readonly change: string | null
}

const columnsOf = ({ context, inputs, isTeamNamed }: Review): ReadonlyArray<Column<Line>> => {
  const since = sinceText(context)
  const compared = inputs.some(({ before }) => before !== null)
  return [
    { head: "Status", width: 1.2, cellOf: ({ attention }) => markCell(objectiveMarks[attention.objective.status]) },
    {
      head: "Also needs attention",
      share: 0.3,
      cellOf: ({ input, attention }, room) => aboutCell(attention.objective, input.team, isTeamNamed, room)
    },
    { head: "Why", share: 0.7, cellOf: ({ attention }) => runsCell(foundRuns(ruleText(attention), attention.note)) },
    {
      head: compared ? `Progress, since ${since.replaceAll(" ", "\u00A0")}` : "Progress",
      width: 1.55,
      cellOf: ({ attention, change }) => twoLineCell([{ text: percentText(attention.pace.percent) }], change ?? "")
    },
    { head: "Due", width: 1.25, cellOf: ({ input, attention }) => dueCell(attention.objective, input.date) }
  ]
}

const maxPrincipleLines = 3

const principleRemarks = (titles: ReadonlyArray<string>): ReadonlyArray<Cell> => {
  if (titles.length === 0) return []
  const names = titles.map((title) => `“${inLine(title)}”`).join(", ")
  const text = `No objective serves ${titles.length === 1 ? "the principle" : `${titles.length} principles:`} ${names}`
  return [cell(clip(text, tableSize, false, textWidth(bodyBox.w), maxPrincipleLines))]
}

const linesOf = (inputs: ReadonlyArray<DeckInput>): ReadonlyArray<Line> => {
  const changes = new Map(
    inputs.flatMap((input) =>
      measuredRows(input.team.objectives, input).map(({ objective, change }) => [objective.id, change] as const)
    )
  )
  return housekeepingOf(inputs).map((line) => ({ ...line, change: changes.get(line.attention.objective.id) ?? null }))
}

const pagesOf = (review: Review): ReadonlyArray<ReadonlyArray<Block>> => {
  const rows = linesOf(review.inputs)
  return tableSlides(
    {
      ...{ columns: columnsOf(review), rows, remarks: principleRemarks(unservedTitles(review.inputs)) },
      // Larger text makes the reasons' column too narrow.
      ...{ lines: [4], maxSize: 14, more: (left) => `and ${counted(left, "more objective")}` },
      alt: `${counted(rows.length, "objective")} that ${rows.length === 1 ? "needs" : "need"} attention, with reasons`
    },
    { maxSlides: 8 }
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
export const housekeepingSlides = (review: Review): ReadonlyArray<SlidePlan> => {
  if (review.context.detail === "board") return []
  const pages = pagesOf(review)
  const [first = []] = pages
  if (heightOf(first) < bodyBox.h * leastShare) return []
  const [key, title] = [review.keyOf("attention"), titleOf(review.inputs)]
  return series({ layout: "table", key, section: "Housekeeping", title, pages })
}
