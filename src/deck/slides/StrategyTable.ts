import { type Matrix, type MatrixRow, principleLabel } from "../facts/Matrix.ts"
import { counted } from "../facts/Numbers.ts"
import { objectiveMarks } from "../facts/Statuses.ts"
import type { Block, Cell } from "../Plan.ts"
import { clip, measure } from "../text/Fit.ts"
import { bodyBox } from "./Frame.ts"
import type { Flow } from "./Paging.ts"
import { type Mark, type Row, tableFlow } from "./Rows.ts"
import { cell, empty, head, markColumn, markIn, tableSize } from "./TableCells.ts"
import { growth, tableSlides, textWidth } from "./TableSizes.ts"

/** Columns a slide takes with the principles' titles above them, and with their numbers alone. */
const titledColumns = 8
const numberedColumns = 17

/** Inches at the smallest size. */
const wordColumn = 0.95
const minObjectiveWidth = { titled: 3, numbered: 2.75 }
const maxPrincipleWidth = { titled: 1.9, numbered: 0.6 }
/** Narrower columns break too many words at sizes beyond the smallest. */
const minPrincipleWidth = 1.1

/** Of a title. */
const maxTitleLines = 3

/** Beyond two slides of titles, numbers stand above the columns; what they stand for is listed apart. */
export const isNumbered = ({ principles }: Matrix): boolean => principles.length > 2 * titledColumns

/** The principles that stand side by side on one slide. */
export interface Span {
  readonly first: number
  readonly end: number
}

/** As few spans as will do, about equally long; one empty span without principles. */
export const spansOf = (matrix: Matrix): ReadonlyArray<Span> => {
  const count = matrix.principles.length
  const spans = Math.max(1, Math.ceil(count / (isNumbered(matrix) ? numberedColumns : titledColumns)))
  const each = Math.ceil(count / spans)
  return Array.from({ length: spans }, (_, index) => ({
    first: index * each,
    end: Math.min(count, (index + 1) * each)
  }))
}

/** Mark, word, objective, then the principles; all spans of a matrix have equally wide columns. */
const widthsOf = (matrix: Matrix, { first, end }: Span, size: number): ReadonlyArray<number> => {
  const [mark, word] = [markColumn * growth(size), wordColumn * growth(size)]
  const free = bodyBox.w - mark - word
  const most = Math.max(1, ...spansOf(matrix).map((span) => span.end - span.first))
  const kind = isNumbered(matrix) ? "numbered" : "titled"
  const principle = Math.min(maxPrincipleWidth[kind], (free - minObjectiveWidth[kind]) / most)
  return [mark, word, free - principle * (end - first), ...Array.from({ length: end - first }, () => principle)]
}

/** Number, and below it the title as far as it fits. */
const headerCell = (matrix: Matrix, index: number, width: number, size: number): Cell => {
  const number = { runs: [{ text: principleLabel(index), bold: true, color: "accent" }] } as const
  if (isNumbered(matrix)) return { paragraphs: [number], align: "center" }
  const text = clip(matrix.principles[index]?.title ?? "", size, false, textWidth(width), maxTitleLines)
  const title = { runs: [{ text }] }
  // Some single characters are wider than a column.
  const isTooWide = measure([title], size, textWidth(width)).w > textWidth(width)
  return { paragraphs: isTooWide ? [number] : [number, title], align: "center" }
}

/** For whoever reads or copies the table; a letter of the text's size is hardly seen from the back of a room. */
const link: Cell = { paragraphs: [{ runs: [{ text: "●", color: "accent" }] }], align: "center" }

/** Of the text's size: a dot over the letter, as high as a line and so in any row. */
const dotSide = 1.1

const dotIn = (column: number, size: number): Mark => ({
  column,
  blocks: (cell) => {
    const side = (dotSide * size) / 72
    const box = { x: cell.x + (cell.w - side) / 2, y: cell.y + (cell.h - side) / 2, w: side, h: side }
    return [{ kind: "shape", shape: "ellipse", box, fill: "accent", line: null, alt: "" }]
  }
})

/** Columns: mark, word and objective. */
const beforeLinks = 3

const rowOf = ({ objective, cells }: MatrixRow, span: Span, width: number, size: number, lines: number): Row => {
  const mark = objectiveMarks[objective.status]
  const title = clip(objective.title, size, false, textWidth(width), lines)
  const linked = cells.slice(span.first, span.end)
  return {
    cells: [empty, cell(mark.word), cell(title), ...linked.map((is) => (is ? link : empty))],
    marks: [markIn(0, mark, size), ...linked.flatMap((is, index) => (is ? [dotIn(beforeLinks + index, size)] : []))]
  }
}

/** Nothing is cut, and the columns are not too narrow for text of this size. */
const isComfortable = (matrix: Matrix, span: Span, widths: ReadonlyArray<number>, size: number): boolean => {
  const [objective = 0, ...principles] = widths.slice(2)
  const isWhole = (text: string, width: number) => clip(text, size, false, textWidth(width), maxTitleLines) === text
  return (
    principles.every(
      (width, index) =>
        width >= minPrincipleWidth * growth(size) && isWhole(matrix.principles[span.first + index]?.title ?? "", width)
    ) && matrix.rows.every((row) => isWhole(row.objective.title, objective))
  )
}

/**
 * One span with all objectives. Beyond the smallest size all titles stand in full; at the smallest, objectives are cut to
 * two lines where one slide holds them all, else to one.
 */
export const strategyTables = (matrix: Matrix, span: Span): ReadonlyArray<ReadonlyArray<Block>> =>
  tableSlides((size, paged): Flow | null => {
    const widths = widthsOf(matrix, span, size)
    if (size > tableSize && !isComfortable(matrix, span, widths, size)) return null
    const [objective = 0, ...principles] = widths.slice(2)
    const lines = size > tableSize ? maxTitleLines : paged ? 1 : 2
    const links = matrix.linkedObjectives.slice(span.first, span.end).reduce((sum, count) => sum + count, 0)
    const headers = principles.map((width, index) => headerCell(matrix, span.first + index, width, size))
    const rows = matrix.rows.map((row) => rowOf(row, span, objective, size, lines))
    return tableFlow({
      columns: () => widths,
      size,
      header: { cells: [head("Status", { columns: 2 }), head("Objective"), ...headers], marks: [] },
      sections: [{ heading: null, again: null, rows }],
      alt: `Objectives and the principles they are linked to: ${counted(links, "link")}`
    })
  })
