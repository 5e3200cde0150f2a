import type { Block, Paragraph, SlidePlan } from "../../../src/deck/Plan.ts"

const textOf = (paragraphs: ReadonlyArray<Paragraph>): string =>
  paragraphs.map(({ runs }) => runs.map(({ text }) => text).join("")).join("\n")

const blockTexts = (block: Block): ReadonlyArray<string> => {
  if (block.kind === "text") return [textOf(block.paragraphs)]
  return block.kind === "table" ? block.rows.flat().map(({ paragraphs }) => textOf(paragraphs)) : []
}

/** Every text on the slides: of each text block and of each cell one. */
export const textsOn = (slides: ReadonlyArray<SlidePlan>): ReadonlyArray<string> =>
  slides.flatMap(({ blocks }) => blocks.flatMap(blockTexts))
