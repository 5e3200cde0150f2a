import { initiativeMarks, objectiveMarks } from "../../src/deck/facts/Statuses.ts"
import {
  type Block,
  type Box,
  type DeckPlan,
  type Paragraph,
  type SlidePlan,
  slideHeight,
  slideWidth,
  type TableBlock
} from "../../src/deck/Plan.ts"
import { titleBox, titleSize } from "../../src/deck/slides/Frame.ts"
import { type Extent, measure } from "../../src/deck/text/Fit.ts"
import { graphemesOf, widthOf } from "../../src/deck/text/Metrics.ts"

/** Inches that rounding may cost. */
const slack = 0.005
const cellMargin = { x: 0.08, y: 0.04 }

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

/** A single character wider than the width there is (U+FDFD is, in some fonts): nothing can be done. */
const hasGiant = (paragraphs: ReadonlyArray<Paragraph>, size: number, width: number): boolean =>
  graphemesOf(textOf(paragraphs)).some((grapheme) => widthOf(grapheme, size, true) > width)

/** What text takes of a width; giants are forgiven. */
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

/** Every cell of a table with the place its text takes, measured. */
const cellsOf = (table: TableBlock): ReadonlyArray<PlacedCell> => {
  const cells = known.get(table) ?? placed(table)
  known.set(table, cells)
  return cells
}

const placed = ({ box, rows, rowHeights, columnWidths, size }: TableBlock): ReadonlyArray<PlacedCell> =>
  rows.flatMap((row, rowIndex) => {
    const y = box.y + sum(rowHeights.slice(0, rowIndex))
    let column = 0
    return row.map(({ paragraphs, columns = 1, align = "left" }) => {
      const x = box.x + sum(columnWidths.slice(0, column))
      const w = sum(columnWidths.slice(column, column + columns))
      column += columns
      const cell = { x, y, w, h: rowHeights[rowIndex] ?? 0 }
      const room = w - 2 * cellMargin.x
      const extent = extentOf(paragraphs, size, room)
      const words = textOf(paragraphs)
      const shift = align === "left" ? 0 : align === "center" ? (room - extent.w) / 2 : room - extent.w
      const h = extent.h + 2 * cellMargin.y
      return { box: cell, text: { x: x + cellMargin.x + shift, y, w: extent.w, h }, words }
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
  const slide = { x: 0, y: 0, w: slideWidth, h: slideHeight }
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

/** Decoration (a shape without alt text) may lie below anything; a figure may lie in a table where no text is. */
const collide = (one: Block, other: Block): boolean => {
  if (!overlap(one.box, other.box)) return false
  if (one.kind === "shape" && one.alt === "") return false
  if (other.kind === "shape" && other.alt === "") return false
  if (one.kind === "table" && other.kind === "shape") return liesOnText(other.box, one)
  if (other.kind === "table" && one.kind === "shape") return liesOnText(one.box, other)
  return true
}

const liesOnText = (box: Box, table: TableBlock): boolean =>
  !inside(box, table.box) || cellsOf(table).some(({ text, words }) => words.trim() !== "" && overlap(box, text))

const statusWords = new Set(Object.values({ ...objectiveMarks, ...initiativeMarks }).map(({ word }) => word))

/** Texts of a slide with their places. */
const textsOf = (block: Block): ReadonlyArray<{ readonly box: Box; readonly words: string }> => {
  if (block.kind === "table") return cellsOf(block)
  if (block.kind !== "text") return []
  return [{ box: block.box, words: textOf(block.paragraphs) }]
}

/** A shape that stands for a status has its word to its right, at the same height. */
const wordless = (blocks: ReadonlyArray<Block>): ReadonlyArray<string> => {
  const texts = blocks.flatMap(textsOf)
  return blocks.flatMap((block) => {
    if (block.kind !== "shape" || !statusWords.has(block.alt)) return []
    const right = block.box.x + block.box.w
    const said = texts.some(
      ({ box, words }) =>
        words.includes(block.alt) && box.x >= right - slack && overlap({ ...block.box, x: box.x, w: box.w }, box)
    )
    return said ? [] : [`${nameOf(block)}: without its word`]
  })
}

/** What is wrong with one slide's layout, in words; empty: nothing. */
export const slideFaults = (slide: SlidePlan): ReadonlyArray<string> => {
  const titles = slide.blocks.filter((block) => block.kind === "text" && block.placeholder === "title")
  const faults = [...slide.blocks.flatMap(blockFaults), ...wordless(slide.blocks)]
  if (slide.title.trim() === "") faults.push("empty title")
  const lines = measure([{ runs: [{ text: slide.title, bold: true }] }], titleSize, titleBox.w).lines
  if (slide.layout === "content" && lines > 2) faults.push(`title of ${lines} lines`)
  if (titles.length !== 1) faults.push(`${titles.length} title placeholders`)
  for (const [index, one] of slide.blocks.entries()) {
    for (const other of slide.blocks.slice(index + 1)) {
      if (collide(one, other)) faults.push(`${nameOf(one)} and ${nameOf(other)} overlap`)
    }
  }
  return faults.map((fault) => `${slide.title.slice(0, 40)}: ${fault}`)
}

/** What is wrong with the layout of a plan, in words; empty: nothing. */
export const geometryFaults = ({ slides }: Pick<DeckPlan, "slides">): ReadonlyArray<string> =>
  slides.flatMap(slideFaults)
