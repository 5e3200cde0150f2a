import { initiativeStatuses } from "../../shared/Statuses.ts"
import { initiativeMarks, type Mark, objectiveMarks, objectiveStatuses } from "../facts/Statuses.ts"
import { legendTitle } from "../facts/Titles.ts"
import type { DeckInput } from "../Input.ts"
import type { Block, Box, Paragraph, SlidePlan } from "../Plan.ts"
import { measure, textBlock } from "../text/Fit.ts"
import { bodyBox, contentSlide, progressBar, statusMark } from "./Frame.ts"

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

const leftColumn: Box = { ...bodyBox, w: 5.8 }
const rightColumn: Box = { ...bodyBox, x: 6.95, w: bodyBox.x + bodyBox.w - 6.95 }
const size = 14
const rowHeight = 0.36
const headingHeight = 0.42

const text = (box: Box, paragraphs: ReadonlyArray<Paragraph>, color: "ink" | "muted" = "ink"): Block =>
  textBlock({ box, paragraphs, size, color, anchor: "middle" })

const heading = (column: Box, y: number, words: string): Block =>
  textBlock({
    box: { ...column, y, h: headingHeight },
    paragraphs: [{ runs: [{ text: words, bold: true }] }],
    size,
    color: "accent"
  })

/** Each mark with what it means, below each other. */
const marks = (
  column: Box,
  top: number,
  rows: ReadonlyArray<{ readonly mark: Mark; readonly meaning: string }>
): ReadonlyArray<Block> =>
  rows.flatMap(({ mark, meaning }, index) => {
    const box = { ...column, y: top + index * rowHeight, w: 1.35, h: rowHeight }
    const beside = { ...box, x: box.x + box.w, w: column.w - box.w }
    return [...statusMark(mark, box, size), text(beside, [{ runs: [{ text: meaning }] }], "muted")]
  })

const numbers: ReadonlyArray<readonly [what: string, meaning: string]> = [
  ["Per cent of a measure", "The way from its start to its target that is behind us, from 0 to 100\u00A0%."],
  ["Per cent of an objective", "The mean of its measures; without measures there is none."],
  ["Confidence", "How sure the team is that the target will be reached, from 0 to 10."],
  ["Time gone", "Counted from the day an objective was added to the day it is due."],
  ["P1, P2, …", "The team's principles, in its own order."],
  ["As of event", "Where in the record of all changes this deck stands; later ones have a higher number."]
]

const numberGap = 0.16

/** Below each other, each as high as its text. */
const numberBlocks = (top: number): ReadonlyArray<Block> => {
  let y = top
  return numbers.map(([what, meaning]) => {
    const paragraphs = [{ runs: [{ text: what, bold: true }] }, { runs: [{ text: meaning, color: "muted" }] }] as const
    const { h } = measure(paragraphs, size, rightColumn.w)
    const block = textBlock({ box: { ...rightColumn, y, h }, paragraphs, size })
    y += h + numberGap
    return block
  })
}

/** The same in every deck. */
export const slides = (_: DeckInput): ReadonlyArray<SlidePlan> => {
  const top = bodyBox.y
  const initiativesTop = top + headingHeight + objectiveStatuses.length * rowHeight + 0.3
  const barTop = top + headingHeight + 0.12
  const blocks = [
    heading(leftColumn, top, "Where an objective stands"),
    ...marks(
      leftColumn,
      top + headingHeight,
      objectiveStatuses.map((status) => ({ mark: objectiveMarks[status], meaning: meanings[status] }))
    ),
    heading(leftColumn, initiativesTop, "Where an initiative stands"),
    ...marks(
      leftColumn,
      initiativesTop + headingHeight,
      initiativeStatuses.map((status) => ({ mark: initiativeMarks[status], meaning: meanings[status] }))
    ),
    heading(rightColumn, top, "What the numbers mean"),
    ...progressBar(40, { ...rightColumn, y: barTop, w: 2.4, h: 0.12 }, "An example: a bar filled to 40 %"),
    text({ x: rightColumn.x + 2.55, y: barTop - 0.12, w: 2, h: rowHeight }, [
      { runs: [{ text: "40\u00A0% of the way" }] }
    ]),
    ...numberBlocks(barTop + 0.45)
  ]
  return [contentSlide({ section: "Legend", title: legendTitle, blocks, notes: "" })]
}
