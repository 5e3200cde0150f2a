import { type Block, cellMargin, type Paragraph, type Run, type SlidePlan, type TableBlock } from "../DeckPlan.ts"
import { widthOf } from "../text/Metrics.ts"
import { linesOf } from "../text/TextLines.ts"

export interface LinkedSlide extends SlidePlan {
  /** Other keys whose links lead to this slide. */
  readonly otherKeys?: ReadonlyArray<string>
  /** The title without what can be left out where it does not fit. */
  readonly shortTitle?: string
}

/** The marks of links: to a slide of the deck, and out of it to the page. */
const marks = { slide: "\u00A0►", page: "\u00A0→" } as const

/** A mark after a name that links to the slide about it; it is removed if the deck has no such slide. */
export const linkTo = (key: string): Run => ({ text: marks.slide, link: key })

/** Inches that either mark takes at `size` points. */
export const arrowWidth = (size: number): number => widthOf(marks.slide, size, false)

interface Targets {
  /** The slides' own keys, by all keys that lead to them. */
  readonly slides: ReadonlyMap<string, string>
  readonly hasPage: boolean
}

/** A slide's own key comes before the other keys of slides. */
const slidesByKey = (slides: ReadonlyArray<LinkedSlide>): Targets["slides"] => {
  const keyed = slides.flatMap(({ key, otherKeys = [] }) => (key === undefined ? [] : [{ key, otherKeys }]))
  return new Map([
    ...keyed.flatMap(({ key, otherKeys }) => otherKeys.map((other) => [other, key] as const)),
    ...keyed.map(({ key }) => [key, key] as const)
  ])
}

/** The mark of what the runs name: of the slide about it, else of its page. */
const markOf = (runs: ReadonlyArray<Run>, { slides, hasPage }: Targets): Run | undefined => {
  const [key] = runs.flatMap(({ link }) => (link === undefined ? [] : (slides.get(link) ?? [])))
  if (key !== undefined) return linkTo(key)
  const page = hasPage ? runs.find((run) => run.page !== undefined)?.page : undefined
  return page && { text: marks.page, page }
}

/** Words lead nowhere: one mark at the paragraph's end does, where it takes no further line of `width` inches. */
const withOneLink = (paragraph: Paragraph, size: number, width: number, targets: Targets): Paragraph => {
  const { runs } = paragraph
  if (runs.every(({ link, page }) => link === undefined && page === undefined)) return paragraph
  const words = runs.filter(({ text }) => text !== marks.slide).map(({ link: _, page: __, ...run }) => run)
  const mark = markOf(runs, targets)
  if (mark === undefined) return { ...paragraph, runs: words }
  const marked = { ...paragraph, runs: [...words, mark] }
  const fits = linesOf(marked, size, width).length <= linesOf(paragraph, size, width).length
  return fits ? marked : { ...paragraph, runs: words }
}

const nowhere: Targets = { slides: new Map(), hasPage: false }

/** Headers lead nowhere. */
const inTable = (table: TableBlock, all: Targets): TableBlock => ({
  ...table,
  rows: table.rows.map((row, at) => {
    const targets = at < table.headerRows ? nowhere : all
    let column = 0
    return row.map((cell) => {
      const { columns = 1 } = cell
      const widths = table.columnWidths.slice(column, column + columns)
      column += columns
      const width = widths.reduce((sum, w) => sum + w, -2 * cellMargin.x)
      return { ...cell, paragraphs: cell.paragraphs.map((each) => withOneLink(each, table.size, width, targets)) }
    })
  })
})

/** A title keeps its link, which is its shape's. */
const inBlock = (block: Block, targets: Targets): Block => {
  if (block.kind === "table") return inTable(block, targets)
  if (block.kind !== "text" || block.placeholder === "title") return block
  const { paragraphs, size, box } = block
  return { ...block, paragraphs: paragraphs.map((each) => withOneLink(each, size, box.w, targets)) }
}

/** The slides with a link for each row, on a mark; of those to slides only the ones whose targets are in the deck. */
export const resolved = (slides: ReadonlyArray<LinkedSlide>, hasPage: boolean): ReadonlyArray<SlidePlan> => {
  const targets = { slides: slidesByKey(slides), hasPage }
  return slides.map(({ otherKeys: _, ...slide }) => ({
    ...slide,
    blocks: slide.blocks.map((block) => inBlock(block, targets))
  }))
}
