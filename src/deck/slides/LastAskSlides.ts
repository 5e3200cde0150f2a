import type { Objective } from "../../domain/state/State.ts"
import type { Cell, SlidePlan } from "../DeckPlan.ts"
import { furthestMeasure } from "../facts/asks/Asks.ts"
import { type Outcome, outcomesOf, outcomesText } from "../facts/asks/LastAsks.ts"
import { sinceText } from "../facts/DeckDates.ts"
import { counted } from "../facts/DeckNumbers.ts"
import { inUnitOf, valueText } from "../facts/MeasureWords.ts"
import { objectiveMarks } from "../facts/StatusFacts.ts"
import { markRuns } from "../text/Glyphs.ts"
import { aboutCell, askTable, ownerCell, saidRuns } from "./AskCells.ts"
import { series } from "./ContentSlide.ts"
import type { Review } from "./Review.ts"
import { cell, fitting, type Room, runsCell, twoLineCell } from "./TableCells.ts"
import type { Column } from "./TableFlow.ts"

/** The status, and below it the value of a measure. */
const standingCell = ({ status }: Objective, value: string, room: Room): Cell =>
  twoLineCell(markRuns(objectiveMarks[status]), fitting(value, { ...room, lines: room.lines - 1 }), "ink")

const thenCell = ({ ask: { attention } }: Outcome, room: Room): Cell => {
  const measure = furthestMeasure(attention.objective)
  return standingCell(attention.objective, measure === undefined ? "" : inUnitOf(measure)(measure.value), room)
}

const nowCell = ({ ask: { attention }, now }: Outcome, room: Room): Cell => {
  if (now === undefined) return cell("Deleted", { color: "muted" })
  const then = furthestMeasure(attention.objective)
  const measure = now.progress.find(({ id }) => id === then?.id)
  return standingCell(now, measure === undefined ? "" : valueText(measure), room)
}

const columnsOf = (day: string, isTeamNamed: boolean): ReadonlyArray<Column<Outcome>> => [
  {
    head: `Asked on ${day}`,
    share: 0.38,
    cellOf: ({ ask: { input, attention }, now }, room) =>
      aboutCell(now ?? attention.objective, input.team, isTeamNamed, room, now !== undefined)
  },
  { head: "Owner", width: 1.2, cellOf: ({ ask, now }, room) => ownerCell(now ?? ask.attention.objective, room) },
  { head: "Then", width: 1.75, cellOf: thenCell },
  { head: "Now", width: 1.75, cellOf: nowCell },
  {
    head: "What came of it, and what was said since",
    share: 0.62,
    cellOf: ({ words, said }, room) =>
      runsCell(saidRuns(words, said, room).map((run, index) => (index === 0 ? { ...run, bold: true } : run)))
  }
]

/** What came of each thing that the last deck asked; no slide where that deck is not known, or asked nothing. */
export const lastAskSlides = ({ context, inputs, isTeamNamed, keyOf }: Review): ReadonlyArray<SlidePlan> => {
  const rows = outcomesOf(inputs)
  const day = sinceText(context)
  const asked = counted(rows.length, "objective")
  const pages = askTable({
    ...{ columns: columnsOf(day, isTeamNamed), rows, maxSize: 14 },
    alt: `What came of ${asked} that were asked about on ${day}`
  })
  const title = `What came of ${asked} we asked about on ${day}: ${outcomesText(rows)}`
  return series({ layout: "table", key: keyOf("lastAsks"), section: "Review", title, pages })
}
