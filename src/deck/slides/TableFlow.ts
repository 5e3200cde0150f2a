import { type Align, type Box, type Cell, cellMargin, type TableBlock } from "../DeckPlan.ts"
import { measure } from "../text/Fit.ts"
import { bodyBox } from "./ContentSlide.ts"
import type { Flow } from "./Paging.ts"
import { cell, type Room } from "./TableCells.ts"

/** Points: the smallest size of a table's text. */
export const tableSize = 12

/** The width of a cell's text in a column, in inches. */
export const textWidth = (column: number): number => column - 2 * cellMargin.x

export interface Column<A> {
  readonly head: string | ((room: Room) => Cell)
  /** Of the header and of the cells. */
  readonly align?: Align
  /** Inches at the smallest size; a column grows with its text. */
  readonly width?: number
  /** Of what the columns with a width leave. */
  readonly share?: number
  readonly cellOf: (row: A, room: Room) => Cell
}

export interface Table<A> {
  readonly columns: ReadonlyArray<Column<A>>
  readonly rows: ReadonlyArray<A>
  /** The header of all columns instead of their own. */
  readonly heading?: string
  /** What stands below the rows, each across all columns. */
  readonly remarks?: ReadonlyArray<Cell>
  readonly alt: string
  /** Inches, of remarks apart. */
  readonly leastRowHeight?: number
}

/** Inches that the columns with a share have in a table of this width. */
export const freeWidth = <A>(columns: ReadonlyArray<Column<A>>, size: number, whole: number): number =>
  columns.reduce((rest, { width = 0 }) => rest - (width * size) / tableSize, whole)

/** The share by which rows are higher than their text, since a row that PowerPoint makes higher makes its table grow. */
const reserve = 0.03

/** Inches. */
const minRowHeight = 0.28

type Row = ReadonlyArray<Cell>

interface Placed {
  readonly row: Row
  readonly height: number
}

const heightOf = (row: Row, widths: ReadonlyArray<number>, size: number, least: number): number => {
  let column = 0
  let height = least
  for (const { paragraphs, columns = 1 } of row) {
    const width = textWidth(widths.slice(column, column + columns).reduce((sum, w) => sum + w, 0))
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

/** A table of some width, whose rows are made and measured as they are asked for. */
const laidOut = <A>(table: Table<A>, size: number, lines: number, whole: number) => {
  const { columns, rows, heading, remarks = [], leastRowHeight = 0 } = table
  const free = freeWidth(columns, size, whole)
  const widths = columns.map(({ width = 0, share = 0 }) => (width * size) / tableSize + share * free)
  const aligned = (cell: Cell, align?: Align): Cell => (align === undefined ? cell : { align, ...cell })
  const roomAt = (at: number): Room => ({ size, lines, width: textWidth(widths[at] ?? 0) })
  const header =
    heading === undefined
      ? columns.map(({ head, align }, at) => aligned(typeof head === "string" ? cell(head) : head(roomAt(at)), align))
      : [cell(heading, { columns: columns.length })]
  const placed = (index: number): Placed => {
    const [row, remark] = [rows[index], remarks[index - rows.length]]
    if (row === undefined) {
      const cells = remark === undefined ? [] : [{ ...remark, columns: columns.length }]
      return { row: cells, height: heightOf(cells, widths, size, minRowHeight) }
    }
    const cells = columns.map(({ cellOf, align }, at) => aligned(cellOf(row, roomAt(at)), align))
    return { row: cells, height: heightOf(cells, widths, size, Math.max(minRowHeight, leastRowHeight)) }
  }
  const known = new Map<number, Placed>()
  return {
    widths,
    header: { row: header, height: heightOf(bold(header), widths, size, minRowHeight) },
    count: rows.length + remarks.length,
    rowAt: (index: number): Placed => {
      const row = known.get(index) ?? placed(index)
      known.set(index, row)
      return row
    }
  }
}

type LaidOut = ReturnType<typeof laidOut>

/** A box of this height takes any row of the smallest size: the domain's limits allow no higher one. */
const roomy = bodyBox.h - 0.01

/** The header and the rows that the box takes under it, and where the rest begins; null if there is none. */
const fill = ({ header, count, rowAt }: LaidOut, size: number, start: number, box: Box) => {
  let height = header.height
  const placed: Array<Placed> = [header]
  for (let index = start; index < count; index++) {
    const next = rowAt(index)
    const isForced = placed.length === 1 && box.h >= roomy && size <= tableSize
    if (height + next.height > box.h && !isForced) return { placed, height, rest: index }
    placed.push(next)
    height += next.height
  }
  return { placed, height, rest: null }
}

/**
 * A native table that continues in further boxes, its header repeated, where it has to; null without rows and remarks. `size`
 * is in points, and `lines` how many a text may take that is cut to its cell.
 */
export const tableFlow = <A>(table: Table<A>, size: number, lines = Number.POSITIVE_INFINITY): Flow | null => {
  const known = new Map<number, LaidOut>()
  const from = (start: number): Flow => ({
    take: (box) => {
      const laid = known.get(box.w) ?? laidOut(table, size, lines, box.w)
      known.set(box.w, laid)
      const { placed, height, rest } = fill(laid, size, start, box)
      if (placed.length === 1) return { blocks: [], height: 0, rest: from(start) }
      const block: TableBlock = {
        ...{ kind: "table", box: { ...box, h: height }, size, alt: table.alt, headerRows: 1 },
        columnWidths: laid.widths,
        rowHeights: placed.map((each) => each.height),
        rows: placed.map(({ row }) => row)
      }
      return { blocks: [block], height, rest: rest === null ? null : from(rest) }
    }
  })
  return table.rows.length + (table.remarks?.length ?? 0) > 0 ? from(0) : null
}
