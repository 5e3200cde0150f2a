import { type Matrix, type MatrixRow, matrixOf, principleLabel } from "../facts/Matrix.ts"
import { counted } from "../facts/Numbers.ts"
import { objectiveMarks } from "../facts/Statuses.ts"
import { strategyTitle } from "../facts/Titles.ts"
import type { DeckInput } from "../Input.ts"
import type { Block, Cell, SlidePlan } from "../Plan.ts"
import { clip, textBlock } from "../text/Fit.ts"
import { bodyBox, contentSlide, continued } from "./Frame.ts"
import { cell, empty, head, markColumn, markIn, tableSize } from "./InCell.ts"
import { type Flow, pages } from "./Paging.ts"
import { cellMargin, type Row, tableFlow } from "./Rows.ts"

const section = "Overview"

/** Columns a slide takes with the principles' titles above them, and with their numbers alone. */
const titledColumns = 8
const numberedColumns = 18
/** Beyond it titles would need too many slides: numbers, and one list of what they stand for. */
const titledPrinciples = 2 * titledColumns

const wordColumn = 0.95
const leastTitle = 3
const widestColumn = 2.2
const headerLines = 3

interface Columns {
  readonly first: number
  readonly end: number
  readonly widths: ReadonlyArray<number>
}

/** As few slides as will do, with as many columns on each. */
const columnsOf = (count: number): ReadonlyArray<Columns> => {
  const most = count > titledPrinciples ? numberedColumns : titledColumns
  const slidesNeeded = Math.max(1, Math.ceil(count / most))
  const each = Math.ceil(count / slidesNeeded)
  return Array.from({ length: slidesNeeded }, (_, index) => {
    const first = index * each
    const end = Math.min(count, first + each)
    const free = bodyBox.w - markColumn - wordColumn
    const width = Math.min(widestColumn, (free - leastTitle) / Math.max(1, each))
    const columns = Array.from({ length: end - first }, () => width)
    return { first, end, widths: [markColumn, wordColumn, free - width * columns.length, ...columns] }
  })
}

const inner = (width: number | undefined): number => ((width ?? 0) - 2 * cellMargin.x) * 0.97

/** Number, and below it the title as far as it fits. */
const headerCell = (matrix: Matrix, index: number, width: number | undefined): Cell => {
  const number = { runs: [{ text: principleLabel(index), bold: true, color: "teamText" }] } as const
  const title = matrix.principles[index]?.title ?? ""
  if (matrix.principles.length > titledPrinciples) return { paragraphs: [number], align: "center" }
  const shown = clip(title, tableSize, false, inner(width), headerLines)
  return { paragraphs: [number, { runs: [{ text: shown }] }], align: "center" }
}

const dot: Cell = { paragraphs: [{ runs: [{ text: "●", color: "teamText" }] }], align: "center" }

const rowOf = ({ objective, cells }: MatrixRow, { first, end, widths }: Columns, lines: number): Row => {
  const mark = objectiveMarks[objective.status]
  const title = clip(objective.title, tableSize, false, inner(widths[2]), lines)
  const links = cells.slice(first, end).map((linked) => (linked ? dot : empty))
  return { cells: [empty, cell(mark.word), cell(title), ...links], marks: [markIn(0, mark)] }
}

const flowOf = (matrix: Matrix, columns: Columns, lines: number): Flow | null => {
  const { first, end, widths } = columns
  const principles = Array.from({ length: end - first }, (_, index) =>
    headerCell(matrix, first + index, widths[3 + index])
  )
  const links = matrix.linkedObjectives.slice(first, end).reduce((sum, count) => sum + count, 0)
  return tableFlow({
    columns: () => widths,
    size: tableSize,
    header: { cells: [head("Status", { columns: 2 }), head("Objective"), ...principles], marks: [] },
    sections: [{ heading: null, again: null, rows: matrix.rows.map((row) => rowOf(row, columns, lines)) }],
    alt: `Objectives and the principles they are linked to: ${counted(links, "link")}`
  })
}

/** Titles of two lines where one slide takes them all, else of one. */
const tablesOf = (matrix: Matrix, columns: Columns): ReadonlyArray<ReadonlyArray<Block>> => {
  const poured = (lines: number) => {
    const flow = flowOf(matrix, columns, lines)
    return flow === null ? [] : pages(flow, bodyBox, bodyBox)
  }
  const comfortable = matrix.rows.length > 16 ? null : poured(2)
  return comfortable !== null && comfortable.length <= 1 ? comfortable : poured(1)
}

const namesOf = ({ principles, linkedObjectives }: Matrix, { first, end }: Columns): string =>
  principles
    .slice(first, end)
    .map(({ title }, index) => {
      const count = linkedObjectives[first + index] ?? 0
      return `${principleLabel(first + index)} ${title} (${counted(count, "objective")})`
    })
    .join("\n")

/** What the numbers stand for: each principle on one line, in two columns where there are many. */
const principleList = ({ principles, linkedObjectives }: Matrix): ReadonlyArray<ReadonlyArray<Block>> => {
  const widths = [0.6, bodyBox.w - 2, 1.4]
  const rows = principles.map(({ title }, index): Row => {
    const number: Cell = { paragraphs: [{ runs: [{ text: principleLabel(index), bold: true, color: "teamText" }] }] }
    const shown = clip(title, tableSize, false, inner(widths[1]), 1)
    return { cells: [number, cell(shown), cell(String(linkedObjectives[index] ?? 0), { align: "right" })], marks: [] }
  })
  const flow = tableFlow({
    columns: () => widths,
    size: tableSize,
    header: { cells: [head("Principle", { columns: 2 }), head("Objectives", { align: "right" })], marks: [] },
    sections: [{ heading: null, again: null, rows }],
    alt: `The team's principles by number: ${counted(principles.length, "principle")}`
  })
  return flow === null ? [] : pages(flow, bodyBox, bodyBox)
}

const nothingYet = (title: string): ReadonlyArray<SlidePlan> => {
  const text =
    "Principles say what guides the team, objectives what it wants to reach. Once there are some, this page shows " +
    "which objective serves which principle."
  const sentence = textBlock({
    box: { ...bodyBox, w: 8 },
    paragraphs: [{ runs: [{ text }] }],
    size: 16,
    color: "muted",
    placeholder: "body"
  })
  return [contentSlide({ section, title, blocks: [sentence], notes: "" })]
}

/** Which objective serves which principle: rows and columns paged, headers repeated. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const matrix = matrixOf(input.team)
  const title = strategyTitle(input)
  const count = matrix.principles.length
  const withList = count > titledPrinciples || matrix.rows.length === 0
  const drafts = [
    ...(withList ? principleList(matrix).map((blocks) => ({ blocks, notes: "" })) : []),
    ...columnsOf(count).flatMap((columns) =>
      tablesOf(matrix, columns).map((blocks) => ({ blocks, notes: namesOf(matrix, columns) }))
    )
  ]
  if (drafts.length === 0) return nothingYet(title)
  return drafts.map(({ blocks, notes }, index) =>
    contentSlide({ section, title: continued(title, index + 1, drafts.length), blocks, notes })
  )
}
