import { initiativeStatuses } from "../../shared/Statuses.ts"
import { behindPoints, confidenceFall, lowConfidence, silentDays } from "../facts/AttentionRules.ts"
import { statusOrder } from "../facts/Progress.ts"
import { initiativeMarks, type Mark, objectiveMarks } from "../facts/Statuses.ts"
import type { Block, SlidePlan } from "../Plan.ts"
import { barRuns } from "../text/Glyphs.ts"
import { bodyBox, contentSlide } from "./Frame.ts"
import { below, columnGap, take } from "./Paging.ts"
import { plainSection, type Row, tableFlow } from "./Rows.ts"
import { cell, markCell, runsCell } from "./TableCells.ts"

const meanings = {
  draft: "Still being worked out; nothing is promised yet",
  on_track: "Expected to be reached by its due date",
  at_risk: "In danger, unless something changes",
  off_track: "Will not be reached as things stand",
  achieved: "Reached, and closed",
  missed: "Not reached, and closed",
  planned: "Not begun",
  active: "Being worked on",
  done: "Finished",
  dropped: "Given up, and kept for the record"
} as const

const markRow = (mark: Mark, meaning: string): Row => [markCell(mark), cell(meaning)]

const example = { percent: 40, color: objectiveMarks.on_track.color, expected: 60 }

const words = (what: string, meaning: string): Row => [runsCell([{ text: what, bold: true }]), cell(meaning)]

const numbers: ReadonlyArray<Row> = [
  [
    runsCell(barRuns(example)),
    cell("40\u00A0% of the way; the tick is where steady progress would be, here at 60\u00A0%.")
  ],
  words("Per cent", "Of a measure the way from its start to its target; of an objective the mean of its measures."),
  words("Time gone", "The share of the days from the objective's beginning to its due date."),
  words("Points", "What a per cent has gained or lost since the day compared with."),
  words("Confidence", "How sure the team is to reach the target, from 0 to 10."),
  words(
    "Needs attention",
    `Off track, at risk or overdue; ${behindPoints} points or more behind the time gone; behind its start; confidence ` +
      `fallen by ${confidenceFall} or at ${lowConfidence} or less; measured, but no check-in for ${silentDays} days.`
  )
]

const size = 12
const leftWidth = 5.2
const labelWidth = 1.55

const tableIn = (header: string, rows: ReadonlyArray<Row>, box: typeof bodyBox) =>
  take(
    tableFlow({
      columns: (width) => [labelWidth, width - labelWidth],
      size,
      header: [cell(header, { columns: 2 })],
      sections: plainSection(rows),
      alt: header
    }),
    box
  )

const blocks = (leftOut: string): ReadonlyArray<Block> => {
  const left = { ...bodyBox, w: leftWidth }
  const right = { ...bodyBox, x: bodyBox.x + leftWidth + columnGap, w: bodyBox.w - leftWidth - columnGap }
  const objectives = tableIn(
    "Where an objective stands",
    statusOrder.map((status) => markRow(objectiveMarks[status], meanings[status])),
    left
  )
  const initiatives = tableIn(
    "Where an initiative stands",
    initiativeStatuses.map((status) => markRow(initiativeMarks[status], meanings[status])),
    below(left, objectives.height)
  )
  const rows = leftOut === "" ? numbers : [...numbers, words("Left out", leftOut)]
  return [...objectives.blocks, ...initiatives.blocks, ...tableIn("What the numbers mean", rows, right).blocks]
}

/** How to read the deck, and what it leaves out. */
export const legendSlide = (leftOut: string): SlidePlan =>
  contentSlide({
    layout: "titleOnly",
    section: "Appendix",
    title: `How to read this deck: ${statusOrder.length} statuses, and a tick for the steady pace`,
    blocks: blocks(leftOut),
    notes: ""
  })
