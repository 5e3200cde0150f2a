import { type Block, cellMargin, type Paragraph, type Run, type SlidePlan, type TableBlock } from "../DeckPlan.ts"
import { widthOf } from "../text/Metrics.ts"
import { linesOf } from "../text/TextLines.ts"

export interface LinkedSlide extends SlidePlan {
  /** Other keys whose links lead to this slide. */
  readonly otherKeys?: ReadonlyArray<string>
  /** The title without what can be left out where it does not fit. */
  readonly shortTitle?: string
}

const arrow = "\u00A0►"

/** A mark after a name that links to the slide about it; it is removed if the deck has no such slide. */
export const linkTo = (key: string): Run => ({ text: arrow, link: key })

/** Inches that the mark takes at `size` points. */
export const arrowWidth = (size: number): number => widthOf(arrow, size, false)

type Targets = ReadonlyMap<string, string>

const targetsOf = (slides: ReadonlyArray<LinkedSlide>): Targets =>
  new Map(
    slides.flatMap(({ key, otherKeys = [] }) =>
      key === undefined ? [] : [key, ...otherKeys].map((each) => [each, key] as const)
    )
  )

const inRuns = (runs: ReadonlyArray<Run>, targets: Targets): ReadonlyArray<Run> =>
  runs.flatMap((run): ReadonlyArray<Run> => {
    if (run.link === undefined) return [run]
    const { link, ...plain } = run
    const target = targets.get(link)
    if (target !== undefined) return [{ ...plain, link: target }]
    return run.text === arrow ? [] : [plain]
  })

const inParagraphs = (paragraphs: ReadonlyArray<Paragraph>, targets: Targets): ReadonlyArray<Paragraph> =>
  paragraphs.some(({ runs }) => runs.some(({ link }) => link !== undefined))
    ? paragraphs.map((paragraph) => ({ ...paragraph, runs: inRuns(paragraph.runs, targets) }))
    : paragraphs

/**
 * Begins a line with the word before the mark where the mark alone would take another: LibreOffice ends lines before any
 * link, blank or not. `width` is in inches.
 */
const withMarkHeld = (paragraph: Paragraph, size: number, width: number): Paragraph => {
  const [name, mark] = paragraph.runs.slice(-2)
  if (name === undefined || mark?.text !== arrow) return paragraph
  const before = paragraph.runs.slice(0, -1)
  const lines = linesOf(paragraph, size, width)
  if (lines.length === linesOf({ ...paragraph, runs: before }, size, width).length) return paragraph
  const earlier = before.slice(0, -1)
  const start = (lines.at(-1)?.start ?? 0) - earlier.reduce((sum, { text }) => sum + text.length, 0)
  const line = name.text.slice(0, Math.max(0, start))
  return line.endsWith(" ")
    ? { ...paragraph, runs: [...earlier, { ...name, text: `${line.trimEnd()}\n${name.text.slice(start)}` }, mark] }
    : paragraph
}

const inTable = (table: TableBlock, targets: Targets): TableBlock => ({
  ...table,
  rows: table.rows.map((row) => {
    let column = 0
    return row.map((cell) => {
      const { columns = 1 } = cell
      const widths = table.columnWidths.slice(column, column + columns)
      column += columns
      const width = widths.reduce((sum, w) => sum + w, -2 * cellMargin.x)
      const paragraphs = inParagraphs(cell.paragraphs, targets)
      return { ...cell, paragraphs: paragraphs.map((paragraph) => withMarkHeld(paragraph, table.size, width)) }
    })
  })
})

const inBlock = (block: Block, targets: Targets): Block => {
  if (block.kind === "table") return inTable(block, targets)
  return block.kind === "text" ? { ...block, paragraphs: inParagraphs(block.paragraphs, targets) } : block
}

/** The slides with only those links whose targets are in the deck. */
export const resolved = (slides: ReadonlyArray<LinkedSlide>): ReadonlyArray<SlidePlan> => {
  const targets = targetsOf(slides)
  return slides.map(({ otherKeys: _, ...slide }) => ({
    ...slide,
    blocks: slide.blocks.map((block) => inBlock(block, targets))
  }))
}
