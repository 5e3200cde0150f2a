import type { Block, Box } from "../DeckPlan.ts"
import { bodyBox, bodySizes } from "./ContentSlide.ts"
import { balanced, pages, type Taken } from "./Paging.ts"
import { remark } from "./TableCells.ts"
import { freeWidth, type Table, tableFlow, tableSize } from "./TableFlow.ts"

/** The least share of a slide's room that is used: what takes less joins another slide, or goes. */
const minShare = 1 / 3

const areaOf = (block: Block): number => block.box.w * (block.kind === "text" ? block.extent.h : block.box.h)

/** Whether the blocks below a slide's title use enough of its room. */
export const usesRoom = (blocks: ReadonlyArray<Block>): boolean =>
  blocks.reduce((sum, block) => sum + areaOf(block), 0) >= minShare * bodyBox.w * bodyBox.h

/** Rows of the tables of a page, without headers, headings and remarks, which are a single cell. */
export const rowsOn = (blocks: ReadonlyArray<Block>): number =>
  blocks
    .flatMap((block) => (block.kind === "table" ? [block] : []))
    .reduce((sum, { rows, headerRows }) => sum + rows.slice(headerRows).filter(({ length }) => length > 1).length, 0)

/** Inches by which a table may reach below its box to avoid another slide. */
const stretch = 0.1

export interface PagedTable<A> extends Table<A> {
  /** How many there are, of which the rows are the first; absent: no more. */
  readonly all?: number
  /** Says how many have no room: `and 3 more objectives`. */
  readonly more?: (left: number) => string
  /** The rows where they all stand on one slide, if these are more. */
  readonly wholeRows?: ReadonlyArray<A>
  /** Lines of a text that is cut to its cell: the first of these with which all stands on one slide. */
  readonly lines?: ReadonlyArray<number>
  /** The lines on several slides; absent: the last of `lines`. */
  readonly pagedLines?: number
  /** Points: larger text makes some columns too narrow. */
  readonly maxSize?: number
}

/** Inches that the columns with a share need in larger text than the smallest. */
const leastFree = 3

const unlimited = [Number.POSITIVE_INFINITY]

/** The first rows of a table, and a line that says how many have no room. */
const flowOf = <A>(table: PagedTable<A>, rows: ReadonlyArray<A>, left: number, size: number, lines?: number) => {
  const { more, remarks = [] } = table
  const counted = left > 0 && more !== undefined ? [remark(more(left))] : []
  return tableFlow({ ...table, rows, remarks: [...counted, ...remarks] }, size, lines)
}

/** The table on one slide, as large as it fits there. */
const whole = <A>(table: PagedTable<A>, box: Box): ReadonlyArray<Block> | undefined => {
  const { rows, all = rows.length, wholeRows = rows, maxSize, lines = unlimited } = table
  for (const size of bodySizes.filter((each) => each <= (maxSize ?? each))) {
    if (size > tableSize && freeWidth(table.columns, size, box.w) < leastFree) continue
    for (const count of size > tableSize ? lines.slice(0, 1) : lines) {
      const taken = flowOf(table, wholeRows, all - rows.length, size, count)?.take({ ...box, h: box.h + stretch })
      if (taken?.rest === null) return taken.blocks
    }
  }
  return undefined
}

/** The table on several slides, in the smallest text. */
const paged = <A>(table: PagedTable<A>, box: Box, maxSlides: number): ReadonlyArray<Taken> => {
  const { rows, all = rows.length, lines = unlimited, pagedLines = lines.at(-1) } = table
  const firstOf = (count: number) => flowOf(table, rows.slice(0, count), all - count, tableSize, pagedLines)
  const flow = firstOf(rows.length)
  if (flow === null) return []
  const taken = pages(flow, box, maxSlides)
  if (taken.at(-1)?.rest === null) return balanced(flow, box, taken)
  // One row less where there is no room for the line that says how many are left out.
  const shown = taken.reduce((sum, { blocks }) => sum + rowsOn(blocks), 0)
  for (const count of [shown, shown - 1]) {
    const limited = firstOf(Math.max(0, count))
    const cut = limited === null ? [] : pages(limited, box, maxSlides)
    if (count < shown || cut.at(-1)?.rest === null) return cut
  }
  return []
}

/**
 * The slides of a table: one in the largest size that lets it fit, else several in the smallest, of which there are at
 * most `maxSlides`; a last row says then how many have no room. None without rows and remarks.
 */
export const tableSlides = <A>(
  table: PagedTable<A>,
  { maxSlides = Number.POSITIVE_INFINITY, box = bodyBox }: { readonly maxSlides?: number; readonly box?: Box } = {}
): ReadonlyArray<ReadonlyArray<Block>> => {
  const only = whole(table, box)
  return only === undefined ? paged(table, box, maxSlides).map(({ blocks }) => blocks) : [only]
}
