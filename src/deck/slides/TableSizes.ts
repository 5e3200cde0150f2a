import { type Block, cellMargin } from "../Plan.ts"
import { bodyBox, bodySizes } from "./Frame.ts"
import { type Flow, pages } from "./Paging.ts"
import { tableSize } from "./TableCells.ts"

/** How much larger than the smallest a table's text of `size` points is: its columns grow with it. */
export const growth = (size: number): number => size / tableSize

/** Inches that a cell's text has in a column, a little less than it could take: rows are measured so, too. */
export const textWidth = (column: number): number => (column - 2 * cellMargin.x) * 0.97

/**
 * The slides of a table: one in the largest size that lets it fit, else several in the smallest. `flowAt` makes the table
 * for a size in points, null without rows; `paged` tells that it will be one of several.
 */
export const tableSlides = (
  flowAt: (size: number, paged: boolean) => Flow | null
): ReadonlyArray<ReadonlyArray<Block>> => {
  for (const size of bodySizes) {
    const whole = flowAt(size, false)?.take(bodyBox)
    if (whole !== undefined && whole.rest === null) return [whole.blocks]
  }
  const flow = flowAt(tableSize, true)
  return flow === null ? [] : pages(flow, bodyBox, bodyBox)
}
