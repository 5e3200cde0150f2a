import type { Mark as Look } from "../facts/Statuses.ts"
import { type Box, type Cell, type Color, cellMargin, type Paragraph } from "../Plan.ts"
import { markShape, markSide, progressBar } from "./Frame.ts"
import type { Mark } from "./Rows.ts"

/** Points, of a table's text where it is not said. */
export const tableSize = 12

/** Inches: a column that holds a status shape alone, its word standing in the next. */
export const markColumn = 0.3

const barHeight = 0.1

/** As wide as the cell's inside; the text of the cells beside it is centred in the row, too. */
const centred = (cell: Box, height: number): Box => ({
  x: cell.x + cellMargin.x,
  y: cell.y + (cell.h - height) / 2,
  w: cell.w - 2 * cellMargin.x,
  h: height
})

/** `size` in points: that of the table's text. */
export const markIn = (column: number, look: Look, size = tableSize): Mark => {
  const side = markSide(size)
  return { column, blocks: (cell) => [markShape(look, { ...centred(cell, side), w: side })] }
}

export const barIn = (column: number, percent: number, alt: string): Mark => ({
  column,
  blocks: (cell) => progressBar(percent, centred(cell, barHeight), alt)
})

export const words = (text: string, color: Color = "ink"): ReadonlyArray<Paragraph> => [{ runs: [{ text, color }] }]

export const empty: Cell = { paragraphs: words("") }

export const cell = (
  text: string,
  more: Partial<Omit<Cell, "paragraphs">> & { readonly color?: Color } = {}
): Cell => ({
  paragraphs: words(text, more.color),
  ...more
})

/** Of a header row. */
export const head = (text: string, more: Partial<Omit<Cell, "paragraphs">> = {}): Cell => ({
  paragraphs: [{ runs: [{ text, bold: true, color: "muted" }] }],
  color: "muted",
  ...more
})
