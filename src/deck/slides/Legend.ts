import { atRiskPoints, staleDays } from "../../shared/Pace.ts"
import { initiativeStatuses, worstFirst } from "../../shared/Statuses.ts"
import type { Block, Cell, SlidePlan } from "../DeckPlan.ts"
import { confidenceFall, lowConfidence } from "../facts/AttentionRules.ts"
import { momentText } from "../facts/DeckDates.ts"
import { initiativeMarks, type Mark, objectiveMarks } from "../facts/StatusFacts.ts"
import type { DeckContext } from "../Input.ts"
import { barRuns, linkMarks } from "../text/Glyphs.ts"
import { bodyBox, contentSlide } from "./ContentSlide.ts"
import { below, columnGap, take } from "./Paging.ts"
import { cell, markCell, runsCell } from "./TableCells.ts"
import { type Column, tableFlow, tableSize } from "./TableFlow.ts"

const meanings = {
  draft: "Not committed to yet",
  on_track: "Likely to be reached by its due date",
  at_risk: "May be missed unless something changes",
  off_track: "Will be missed unless something changes",
  achieved: "Closed: reached",
  missed: "Closed: not reached",
  planned: "Not started",
  active: "In progress",
  done: "Finished",
  dropped: "Abandoned, kept for the record"
} as const

type Row = readonly [what: Cell, meaning: Cell]

const markRow = (mark: Mark, meaning: string): Row => [markCell(mark), cell(meaning)]

const example = { percent: 40, color: objectiveMarks.on_track.color, expected: 60 }

const words = (what: string, meaning: string): Row => [runsCell([{ text: what, bold: true }]), cell(meaning)]

const numbers: ReadonlyArray<Row> = [
  [runsCell(barRuns(example)), cell("40\u00A0% done; the tick marks the expected progress, here 60\u00A0%.")],
  words(
    "Progress",
    "How far a measure has come from start to target; for an objective, the average of its measures. Averages over objectives leave drafts out."
  ),
  words("Expected", "The progress that steady work from the objective's start to its due date would have made by now."),
  words("At this rate", "Where the last check-ins, three to six, lead by the due date if the trend continues."),
  words("Behind schedule", "Progress is below what is expected."),
  words("Points", "The change in progress, in percentage points, since the date of comparison."),
  words("Confidence", "How sure the team is of reaching the target, from 0 to 10."),
  words(
    "Needs a decision",
    "Off track, missed, achieved below its target, or postponed twice or more; those furthest from what was promised come first."
  ),
  words(
    "Needs attention",
    `Besides these: at risk or overdue; ${atRiskPoints} points or more behind schedule; worse than at the start; confidence ` +
      `down by ${confidenceFall} or more, or at ${lowConfidence} or less; no check-in for ${staleDays} days, or much longer than usual.`
  )
]

const leftWidth = 5.2

const columns: ReadonlyArray<Column<Row>> = [
  { head: "", width: 1.55, cellOf: ([what]) => what },
  { head: "", share: 1, cellOf: ([, meaning]) => meaning }
]

const tableIn = (heading: string, rows: ReadonlyArray<Row>, box: typeof bodyBox) =>
  take(tableFlow({ columns, rows, heading, alt: heading }, tableSize), box)

const blocks = (context: DeckContext, leftOut: string): ReadonlyArray<Block> => {
  const left = { ...bodyBox, w: leftWidth }
  const right = { ...bodyBox, x: bodyBox.x + leftWidth + columnGap, w: bodyBox.w - leftWidth - columnGap }
  const objectives = tableIn(
    "Objective status",
    worstFirst.map((status) => markRow(objectiveMarks[status], meanings[status])),
    left
  )
  const initiatives = tableIn(
    "Initiative status",
    initiativeStatuses.map((status) => markRow(initiativeMarks[status], meanings[status])),
    below(left, objectives.height)
  )
  const initiativesAt = below(left, objectives.height)
  const moment = words("Made at", momentText(context))
  const links = words(`${linkMarks.slide}${linkMarks.page}`.trim(), "Link to the slide about it; to its web page")
  const deck = tableIn(
    "This deck",
    [moment, leftOut === "" ? links : words("Left out", leftOut)],
    below(initiativesAt, initiatives.height)
  )
  return [
    ...objectives.blocks,
    ...initiatives.blocks,
    ...tableIn("What the numbers mean", numbers, right).blocks,
    ...deck.blocks
  ]
}

/** How to read the deck, and what it leaves out. */
export const legendSlide = (context: DeckContext, leftOut: string): SlidePlan =>
  contentSlide({
    layout: "titleOnly",
    section: "Appendix",
    title: `How to read this deck: ${worstFirst.length} statuses, and a tick for the expected progress`,
    blocks: blocks(context, leftOut),
    notes: ""
  })
