import { type Block, cellMargin, type Paragraph, type Run, type SlidePlan, type TableBlock } from "../DeckPlan.ts"
import { fromTheRight, rightMark } from "../text/Direction.ts"
import { linkMarks } from "../text/Glyphs.ts"
import { widthOf } from "../text/Metrics.ts"
import { linesOf } from "../text/TextLines.ts"

export interface LinkedSlide extends SlidePlan {
  /** Other keys whose links lead to this slide. */
  readonly otherKeys?: ReadonlyArray<string>
}

/** A mark after a name that links to the slide about it; it is removed if the deck has no such slide. */
export const linkTo = (key: string): Run => ({ text: linkMarks.slide, link: key })

/** Inches that either mark takes at `size` points. */
export const arrowWidth = (size: number): number => widthOf(linkMarks.slide, size, false)

/** The slides' own keys, by all keys that lead to them. */
type Targets = ReadonlyMap<string, string>

/** A slide's own key comes before the other keys of slides. */
const targetsOf = (slides: ReadonlyArray<LinkedSlide>): Targets => {
  const keyed = slides.flatMap(({ key, otherKeys = [] }) => (key === undefined ? [] : [{ key, otherKeys }]))
  return new Map([
    ...keyed.flatMap(({ key, otherKeys }) => otherKeys.map((other) => [other, key] as const)),
    ...keyed.map(({ key }) => [key, key] as const)
  ])
}

/** The mark of what the runs name: of the slide about it, else of its page. */
const markOf = (runs: ReadonlyArray<Run>, targets: Targets): Run | undefined => {
  const [link] = runs.flatMap((run) => (run.link === undefined ? [] : (targets.get(run.link) ?? [])))
  const page = runs.find((run) => run.page !== undefined)?.page
  if (link !== undefined) return { ...linkTo(link), ...(page !== undefined && { page }) }
  return page && { text: linkMarks.page, page }
}

const unlinked = (runs: ReadonlyArray<Run>): ReadonlyArray<Run> =>
  runs.flatMap(({ link: _, page: __, ...run }) => (run.text === linkMarks.slide ? [] : [run]))

/** Words lead nowhere: one mark at the paragraph's end does, where it takes no further line of `width` inches. */
const withOneLink = (paragraph: Paragraph, size: number, width: number, targets: Targets): Paragraph => {
  if (paragraph.runs.every(({ link, page }) => link === undefined && page === undefined)) return paragraph
  const words = unlinked(paragraph.runs)
  const mark = markOf(paragraph.runs, targets)
  const plain = { ...paragraph, runs: words }
  if (mark === undefined) return plain
  const linesIn = (runs: ReadonlyArray<Run>) => linesOf({ ...paragraph, runs }, size, width).length
  // A number at the end of a name from the right would else stand behind the mark.
  const turn = fromTheRight(words.map(({ text }) => text).join("")) ? [{ text: rightMark }] : []
  const marked = [...words, ...turn, mark]
  return linesIn(marked) > linesIn(paragraph.runs) ? plain : { ...paragraph, runs: marked }
}

/** Headers lead nowhere. */
const inTable = (table: TableBlock, targets: Targets): TableBlock => ({
  ...table,
  rows: table.rows.map((row, at) => {
    let column = 0
    return row.map((cell) => {
      const { columns = 1, paragraphs } = cell
      const widths = table.columnWidths.slice(column, column + columns)
      column += columns
      const width = widths.reduce((sum, w) => sum + w, -2 * cellMargin.x)
      const linked = (each: Paragraph): Paragraph =>
        at < table.headerRows ? { ...each, runs: unlinked(each.runs) } : withOneLink(each, table.size, width, targets)
      return { ...cell, paragraphs: paragraphs.map(linked) }
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
export const resolved = (slides: ReadonlyArray<LinkedSlide>): ReadonlyArray<SlidePlan> => {
  const targets = targetsOf(slides)
  return slides.map(({ otherKeys: _, ...slide }) => ({
    ...slide,
    blocks: slide.blocks.map((block) => inBlock(block, targets))
  }))
}
