import type { Block, Paragraph, Run, SlidePlan, TableBlock } from "../Plan.ts"
import { widthOf } from "../text/Metrics.ts"

export interface LinkedSlide extends SlidePlan {
  /** Other keys whose links lead to this slide. */
  readonly otherKeys?: ReadonlyArray<string>
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

const inTable = (table: TableBlock, targets: Targets): TableBlock => ({
  ...table,
  rows: table.rows.map((row) => row.map((cell) => ({ ...cell, paragraphs: inParagraphs(cell.paragraphs, targets) })))
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
