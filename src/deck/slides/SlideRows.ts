import { type Box, type Cell, cellMargin, type TableBlock } from "../DeckPlan.ts"
import { measure } from "../text/Fit.ts"
import { bodyBox } from "./ContentSlide.ts"
import type { Flow } from "./Paging.ts"

export type Row = ReadonlyArray<Cell>

interface Rows {
  /** Inches, for a table of this width. */
  readonly columns: (width: number) => ReadonlyArray<number>
  readonly size: number
  /** Repeated wherever the table goes on. */
  readonly header: Row
  readonly rows: ReadonlyArray<Row>
  readonly alt: string
  /** Inches of a row below the header, of remarks apart. */
  readonly leastRowHeight?: number
}

/** The share by which rows are higher than their text, since a row that PowerPoint makes higher makes its table grow. */
const reserve = 0.03

/** Inches. */
const minRowHeight = 0.28

const heightOf = (row: Row, widths: ReadonlyArray<number>, size: number, least: number): number => {
  let column = 0
  let height = least
  for (const { paragraphs, columns = 1 } of row) {
    const width = widths.slice(column, column + columns).reduce((sum, w) => sum + w, -2 * cellMargin.x)
    height = Math.max(height, measure(paragraphs, size, width).h * (1 + reserve) + 2 * cellMargin.y)
    column += columns
  }
  return height
}

/** A header as the table's style shows it. */
const bold = (row: Row): Row =>
  row.map((cell) => ({
    ...cell,
    paragraphs: cell.paragraphs.map((paragraph) => ({
      ...paragraph,
      runs: paragraph.runs.map((run) => ({ ...run, bold: true }))
    }))
  }))

/** A box of this height takes any row of the smallest size: the domain's limits allow no higher one. */
const roomy = bodyBox.h - 0.01
const minTextSize = 12

interface Placed {
  readonly row: Row
  readonly height: number
}

const block = (rows: Rows, widths: ReadonlyArray<number>, placed: ReadonlyArray<Placed>, box: Box): TableBlock => ({
  kind: "table",
  box: { ...box, h: placed.reduce((sum, { height }) => sum + height, 0) },
  size: rows.size,
  columnWidths: widths,
  rowHeights: placed.map(({ height }) => height),
  headerRows: 1,
  rows: placed.map(({ row }) => row),
  alt: rows.alt
})

/** The header and the rows that the box takes under it, and where the rest begins; null if there is none. */
const fill = (rows: Rows, heightAt: (row: Row) => number, start: number, box: Box) => {
  let height = heightAt(rows.header)
  const placed: Array<Placed> = [{ row: rows.header, height }]
  for (const [index, row] of rows.rows.slice(start).entries()) {
    const more = heightAt(row)
    const isForced = placed.length === 1 && box.h >= roomy && rows.size <= minTextSize
    if (height + more > box.h && !isForced) return { placed, height, rest: start + index }
    placed.push({ row, height: more })
    height += more
  }
  return { placed, height, rest: null }
}

/** A native table that continues in further boxes where it has to; null without rows. */
export const tableFlow = (rows: Rows): Flow | null => {
  const heights = new Map<number, Map<Row, number>>()
  const heightIn = (width: number, widths: ReadonlyArray<number>) => {
    const known = heights.get(width) ?? new Map<Row, number>()
    heights.set(width, known)
    return (row: Row): number => {
      const isPlain = row === rows.header || row.length === 1
      const least = isPlain ? minRowHeight : Math.max(minRowHeight, rows.leastRowHeight ?? 0)
      const height = known.get(row) ?? heightOf(row === rows.header ? bold(row) : row, widths, rows.size, least)
      known.set(row, height)
      return height
    }
  }
  const from = (start: number): Flow => ({
    take: (box) => {
      const widths = rows.columns(box.w)
      const { placed, height, rest } = fill(rows, heightIn(box.w, widths), start, box)
      if (placed.length === 1) return { blocks: [], height: 0, rest: from(start) }
      return { blocks: [block(rows, widths, placed, box)], height, rest: rest === null ? null : from(rest) }
    }
  })
  return rows.rows.length > 0 ? from(0) : null
}
