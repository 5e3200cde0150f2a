import { type Block, type Box, cellMargin } from "../DeckPlan.ts"
import { bodyBox, bodySizes } from "./ContentSlide.ts"
import { type Flow, pages, type Taken } from "./Paging.ts"
import { tableSize } from "./TableCells.ts"

/** How much larger than the smallest a table's text of `size` points is: its columns grow with it. */
export const growth = (size: number): number => size / tableSize

/** The width of a cell's text in a column, in inches. */
export const textWidth = (column: number): number => column - 2 * cellMargin.x

export interface TableRequest {
  /** Points. */
  readonly size: number
  /** Whether the table takes several slides. */
  readonly paged: boolean
  /** The most rows to be shown; one more row says how many are left out. Infinite: all are shown. */
  readonly limit: number
}

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

/** With more slides than this nobody notices that the last one has few rows. */
const maxBalanced = 4

/** Inches. */
const balanceStep = 0.2

/** The same number of pages with about equal heights, so that the last one does not have just a row or two. */
const balanced = (flow: Flow, box: Box, all: ReadonlyArray<Taken>): ReadonlyArray<Taken> => {
  let best = all
  for (let h = box.h - balanceStep; all.length <= maxBalanced && h > box.h / 2; h -= balanceStep) {
    const lower = pages(flow, { ...box, h }, all.length)
    if (lower.at(-1)?.rest !== null) break
    best = lower
  }
  return best
}

/**
 * The slides of a table: one in the largest size that lets it fit, else several in the smallest, of which there are at
 * most `maxSlides`. `flowAt` makes the table; it is null without rows.
 */
export const tableSlides = (
  flowAt: (request: TableRequest) => Flow | null,
  { maxSlides = Number.POSITIVE_INFINITY, box = bodyBox }: { readonly maxSlides?: number; readonly box?: Box } = {}
): ReadonlyArray<ReadonlyArray<Block>> => {
  const limit = Number.POSITIVE_INFINITY
  for (const size of bodySizes) {
    const whole = flowAt({ size, paged: false, limit })?.take({ ...box, h: box.h + stretch })
    if (whole !== undefined && whole.rest === null) return [whole.blocks]
  }
  const flow = flowAt({ size: tableSize, paged: true, limit })
  if (flow === null) return []
  const all = pages(flow, box, maxSlides)
  if (all.at(-1)?.rest === null) return balanced(flow, box, all).map(({ blocks }) => blocks)
  // One row less where there is no room for the line that says how many are left out.
  const shown = all.reduce((sum, { blocks }) => sum + rowsOn(blocks), 0)
  for (const limit of [shown, shown - 1]) {
    const limited = flowAt({ size: tableSize, paged: true, limit: Math.max(0, limit) })
    const cut = limited === null ? [] : pages(limited, box, maxSlides)
    if (limit < shown || cut.at(-1)?.rest === null) return cut.map(({ blocks }) => blocks)
  }
  return []
}
