import type { Block, DeckPlan, Paragraph, Run, SlidePlan, TableBlock } from "../../../src/deck/DeckPlan.ts"
import { rightMark } from "../../../src/deck/text/Direction.ts"
import { linkMarks } from "../../../src/deck/text/Glyphs.ts"

const wordsOf = ({ runs }: Paragraph): string =>
  runs.map(({ text }) => (text === linkMarks.page || text === rightMark ? "" : text)).join("")

/** The words, without the marks of links to the page and what holds them to words from the right. */
export const textOf = (paragraphs: ReadonlyArray<Paragraph>): string => paragraphs.map(wordsOf).join("\n")

const paragraphsOf = (block: Block): ReadonlyArray<ReadonlyArray<Paragraph>> => {
  if (block.kind === "text") return [block.paragraphs]
  return block.kind === "table" ? block.rows.flat().map(({ paragraphs }) => paragraphs) : []
}

/** Every text on the slides: one for each text block and each cell. */
export const textsOn = (slides: ReadonlyArray<SlidePlan>): ReadonlyArray<string> =>
  slides.flatMap(({ blocks }) => blocks.flatMap((block) => paragraphsOf(block).map(textOf)))

export const runsOn = (slides: ReadonlyArray<SlidePlan>): ReadonlyArray<Run> =>
  slides.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      paragraphsOf(block)
        .flat()
        .flatMap(({ runs }) => runs)
    )
  )

export const tablesOn = (slides: ReadonlyArray<SlidePlan>): ReadonlyArray<TableBlock> =>
  slides.flatMap(({ blocks }) => blocks.filter((block) => block.kind === "table"))

/** The texts of a table's cells, row by row, without the header. */
export const rowsOf = ({ rows, headerRows }: TableBlock): ReadonlyArray<ReadonlyArray<string>> =>
  rows.slice(headerRows).map((row) => row.map(({ paragraphs }) => textOf(paragraphs)))

/** The slides whose key ends so, and those they go on with. */
export const slidesOf = ({ slides }: DeckPlan, subject: string): ReadonlyArray<SlidePlan> => {
  const first = slides.findIndex(({ key = "" }) => key.endsWith(subject))
  if (first < 0) return []
  const next = slides.findIndex(({ key }, index) => index > first && key !== undefined)
  return slides.slice(first, next < 0 ? slides.length : next)
}

export const titleOf = (plan: DeckPlan, subject: string): string => slidesOf(plan, subject)[0]?.title ?? ""
