import {
  type Block,
  type Box,
  cellMargin,
  type DeckPlan,
  type Paragraph,
  type SlidePlan,
  type TableBlock
} from "../../src/deck/DeckPlan.ts"
import { titleBox, titleSize } from "../../src/deck/slides/ContentSlide.ts"
import { slideSize } from "../../src/deck/templates/Layouts.ts"
import { type Extent, measure } from "../../src/deck/text/Fit.ts"
import { graphemesOf, widthOf } from "../../src/deck/text/Metrics.ts"

/** The tolerance for rounding, in inches. */
const slack = 0.005

const inside = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x - slack &&
  inner.y >= outer.y - slack &&
  inner.x + inner.w <= outer.x + outer.w + slack &&
  inner.y + inner.h <= outer.y + outer.h + slack

const overlap = (one: Box, other: Box): boolean =>
  one.x + one.w > other.x + slack &&
  other.x + other.w > one.x + slack &&
  one.y + one.h > other.y + slack &&
  other.y + other.h > one.y + slack

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

const textOf = (paragraphs: ReadonlyArray<Paragraph>): string =>
  paragraphs.flatMap(({ runs }) => runs.map(({ text }) => text)).join("")

/** Whether a text is a single character wider than its box, as U+FDFD is in some fonts; no layout can avoid that. */
const hasGiant = (paragraphs: ReadonlyArray<Paragraph>, size: number, width: number): boolean =>
  graphemesOf(textOf(paragraphs)).some((grapheme) => widthOf(grapheme, size, true) > width)

/** The width of a text in its box, without such characters. */
const forgiven = ({ w, h }: Extent, paragraphs: ReadonlyArray<Paragraph>, size: number, width: number): Extent => ({
  w: w > width && hasGiant(paragraphs, size, width) ? width : w,
  h
})

const extentOf = (paragraphs: ReadonlyArray<Paragraph>, size: number, width: number): Extent =>
  forgiven(measure(paragraphs, size, width), paragraphs, size, width)

interface PlacedCell {
  readonly box: Box
  readonly text: Box
  readonly words: string
}

const known = new WeakMap<TableBlock, ReadonlyArray<PlacedCell>>()

/** Every cell of a table, with the measured extent of its text. */
const cellsOf = (table: TableBlock): ReadonlyArray<PlacedCell> => {
  const cells = known.get(table) ?? placed(table)
  known.set(table, cells)
  return cells
}

/** The table's style shows headers bold. */
const shown = (paragraphs: ReadonlyArray<Paragraph>, header: boolean): ReadonlyArray<Paragraph> =>
  header ? paragraphs.map(({ runs }) => ({ runs: runs.map((run) => ({ ...run, bold: true })) })) : paragraphs

const placed = ({ box, rows, rowHeights, columnWidths, headerRows, size }: TableBlock): ReadonlyArray<PlacedCell> =>
  rows.flatMap((row, rowIndex) => {
    const y = box.y + sum(rowHeights.slice(0, rowIndex))
    let column = 0
    return row.map(({ paragraphs, columns = 1 }) => {
      const x = box.x + sum(columnWidths.slice(0, column))
      const w = sum(columnWidths.slice(column, column + columns))
      column += columns
      const extent = extentOf(shown(paragraphs, rowIndex < headerRows), size, w - 2 * cellMargin.x)
      return {
        box: { x, y, w, h: rowHeights[rowIndex] ?? 0 },
        text: { x: x + cellMargin.x, y, w: extent.w, h: extent.h + 2 * cellMargin.y },
        words: textOf(paragraphs)
      }
    })
  })

const nameOf = (block: Block): string =>
  block.kind === "text"
    ? `text "${block.paragraphs[0]?.runs[0]?.text.slice(0, 30) ?? ""}"`
    : `${block.kind} "${block.alt.slice(0, 30)}"`

const tableFaults = (table: TableBlock): ReadonlyArray<string> => {
  const name = nameOf(table)
  const faults: Array<string> = []
  if (sum(table.columnWidths) > table.box.w + slack) faults.push(`${name}: columns wider than its box`)
  if (sum(table.rowHeights) > table.box.h + slack) faults.push(`${name}: rows higher than its box`)
  if (table.rows.length !== table.rowHeights.length) faults.push(`${name}: a height for each row`)
  for (const row of table.rows) {
    const columns = sum(row.map((cell) => cell.columns ?? 1))
    if (columns !== table.columnWidths.length) faults.push(`${name}: a row of ${columns} cells`)
  }
  for (const { box, text, words } of cellsOf(table)) {
    if (words.trim() !== "" && !inside(text, box))
      faults.push(`${name}: "${words.slice(0, 30)}" is larger than its cell`)
  }
  return faults
}

const blockFaults = (block: Block): ReadonlyArray<string> => {
  const name = nameOf(block)
  const faults: Array<string> = []
  const slide = { x: 0, y: 0, ...slideSize }
  if (!inside(block.box, slide)) faults.push(`${name}: outside the slide`)
  if (block.box.w <= 0 || block.box.h <= 0) faults.push(`${name}: without size`)
  if (block.kind === "text") {
    const { box, paragraphs, size } = block
    const extent = { ...box, ...forgiven(block.extent, paragraphs, size, box.w) }
    const measured = { ...box, ...extentOf(paragraphs, size, box.w) }
    if (!inside(extent, block.box)) faults.push(`${name}: extent larger than its box`)
    if (!inside(measured, block.box)) faults.push(`${name}: measured larger than its box`)
    if (block.size < 10) faults.push(`${name}: ${block.size} points`)
  }
  if (block.kind === "table") {
    faults.push(...tableFaults(block))
    if (block.size < 10) faults.push(`${name}: ${block.size} points`)
  }
  if ((block.kind === "table" || block.kind === "chart") && block.alt === "") faults.push(`${name}: no alt text`)
  return faults
}

/** The faults of one slide's layout, as sentences. */
export const slideFaults = (slide: SlidePlan): ReadonlyArray<string> => {
  const titles = slide.blocks.filter((block) => block.kind === "text" && block.placeholder === "title")
  const faults = slide.blocks.flatMap(blockFaults)
  if (slide.title.trim() === "") faults.push("empty title")
  const lines = measure([{ runs: [{ text: slide.title, bold: true }] }], titleSize, titleBox.w).lines
  if (slide.layout !== "cover" && lines > 2) faults.push(`title of ${lines} lines`)
  if (titles.length !== 1) faults.push(`${titles.length} title placeholders`)
  for (const [index, one] of slide.blocks.entries()) {
    for (const other of slide.blocks.slice(index + 1)) {
      if (overlap(one.box, other.box)) faults.push(`${nameOf(one)} and ${nameOf(other)} overlap`)
    }
  }
  return faults.map((fault) => `${slide.title.slice(0, 40)}: ${fault}`)
}

/** The faults of a plan's layout, as sentences. */
export const geometryFaults = ({ slides }: Pick<DeckPlan, "slides">): ReadonlyArray<string> =>
  slides.flatMap(slideFaults)
