import type { Objective } from "../../domain/state/State.ts"
import type { Cell, SlidePlan } from "../DeckPlan.ts"
import { furthestMeasure } from "../facts/asks/Asks.ts"
import { type Outcome, outcomesOf, outcomesText } from "../facts/asks/LastAsks.ts"
import { sinceText } from "../facts/DeckDates.ts"
import { counted } from "../facts/DeckNumbers.ts"
import { inUnitOf, valueText } from "../facts/MeasureWords.ts"
import { objectiveMarks } from "../facts/StatusFacts.ts"
import type { DeckInput } from "../Input.ts"
import { markRuns } from "../text/Glyphs.ts"
import { type AskOptions, aboutCell, askTable, fitting, ownerCell, type Room, saidRuns } from "./AskCells.ts"
import { bodyBox, series } from "./ContentSlide.ts"
import type { Row } from "./SlideRows.ts"
import { cell, runsCell } from "./TableCells.ts"
import { growth } from "./TableSizes.ts"

/** Inches at the smallest size. */
const outcomeWidths = { owner: 1.2, before: 1.75, now: 1.75 }
const outcomeTitleShare = 0.38

const outcomeColumns = (size: number): ReadonlyArray<number> => {
  const [owner = 0, then = 0, now = 0] = Object.values(outcomeWidths).map((width) => width * growth(size))
  const free = bodyBox.w - owner - then - now
  return [free * outcomeTitleShare, owner, then, now, free * (1 - outcomeTitleShare)]
}

/** The status, and below it the value of a measure. */
const standingCell = ({ status }: Objective, value: string, room: Room): Cell => ({
  paragraphs: [
    { runs: markRuns(objectiveMarks[status]) },
    ...(value === "" ? [] : [{ runs: [{ text: fitting(value, { ...room, lines: room.lines - 1 }) }] }])
  ]
})

const outcomeRow = (outcome: Outcome, isTeamNamed: boolean, size: number, lines: number): Row => {
  const { ask, now, words, said } = outcome
  const { objective: then } = ask.attention
  const [title = 0, owner = 0, thenWidth = 0, nowWidth = 0, came = 0] = outcomeColumns(size)
  const roomOf = (width: number) => ({ size, width, lines })
  const measure = furthestMeasure(then)
  const current = now?.progress.find(({ id }) => id === measure?.id)
  const thenText = measure === undefined ? "" : inUnitOf(measure)(measure.value)
  return [
    aboutCell(now ?? then, ask.input, { isTeamNamed, isThere: now !== undefined, ...roomOf(title) }),
    ownerCell(now ?? then, roomOf(owner)),
    standingCell(then, thenText, roomOf(thenWidth)),
    now === undefined
      ? cell("Deleted", { color: "muted" })
      : standingCell(now, current === undefined ? "" : valueText(current), roomOf(nowWidth)),
    runsCell(saidRuns(words, said, roomOf(came)).map((run, index) => (index === 0 ? { ...run, bold: true } : run)))
  ]
}

const outcomeHeader = (day: string): Row => [
  cell(`Asked on ${day}`),
  cell("Owner"),
  cell("Then"),
  cell("Now"),
  cell("What came of it, and what was said since")
]

/** What came of each thing that the last deck asked; no slide where that deck is not known, or asked nothing. */
export const lastAskSlides = (
  inputs: ReadonlyArray<DeckInput>,
  { key, isTeamNamed }: AskOptions
): ReadonlyArray<SlidePlan> => {
  const outcomes = outcomesOf(inputs)
  const [input] = inputs
  if (input === undefined || outcomes.length === 0) return []
  const day = sinceText(input)
  const asked = counted(outcomes.length, "objective")
  const pages = askTable({
    ...{ rows: outcomes, all: outcomes.length, header: outcomeHeader(day), columns: outcomeColumns, maxSize: 14 },
    rowOf: (outcome, size, lines) => outcomeRow(outcome, isTeamNamed, size, lines),
    alt: `What came of ${asked} that were asked about on ${day}`
  })
  const title = `What we asked on ${day} about ${asked}: ${outcomesText(outcomes)}`
  return series({ layout: "table", key, section: "Review", title, pages })
}
