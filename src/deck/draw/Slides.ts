import { type Block, type Box, barChartHeight, type DeckPlan, type SlidePlan, type TextBlock } from "../Plan.ts"
import { fillings, footerOf, numberBox, type Slot } from "../templates/Layouts.ts"
import { defaultText } from "../templates/Master.ts"
import { placed } from "../templates/Pen.ts"
import { legal } from "../templates/XmlText.ts"
import { drawChart } from "./charts/Charts.ts"
import { type LibrarySlide, Presentation } from "./Library.ts"
import { drawTable } from "./Tables.ts"
import { type DrawPen, textOf } from "./Text.ts"

type Words = Pick<TextBlock, "box" | "paragraphs" | "size" | "color" | "anchor">

const drawText = (
  slide: LibrarySlide,
  { box, paragraphs, size, color, anchor }: Words,
  name: string,
  slot: Slot | undefined,
  pen: DrawPen
): void => {
  const inherited = slot ?? defaultText
  slide.addText(textOf(paragraphs, { color, inherited: inherited.color }, pen), {
    ...{ ...placed(box, pen), margin: 0, valign: anchor, isTextBox: true, objectName: name, lang: pen.language },
    ...(size !== inherited.size && { fontSize: size })
  })
}

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

/** Where a block stands in a deck from left to right: a table is as large as its cells, bars have a largest distance. */
export const boxOfBlock = (block: Block): Box => {
  if (block.kind === "table") return { ...block.box, w: sum(block.columnWidths), h: sum(block.rowHeights) }
  if (block.kind === "chart" && block.chart === "bar")
    return { ...block.box, h: barChartHeight(block.box, block.categories.length) }
  return block.box
}

const kinds = { text: "Text", table: "Table", chart: "Chart" } as const

const drawBlock = (slide: LibrarySlide, block: Block, id: number, slot: Slot | undefined, pen: DrawPen): void => {
  const box = placed(boxOfBlock(block), pen)
  const name = `${block.kind === "text" && slot !== undefined ? slot.label : kinds[block.kind]} ${id}`
  if (block.kind === "text") drawText(slide, block, name, slot, pen)
  else if (block.kind === "table") drawTable(slide, block, name, box, pen)
  else drawChart(slide, block, name, box, pen)
}

/** The first object's id; a slide itself has 1. */
export const firstId = 2

const drawSlide = (slide: LibrarySlide, plan: SlidePlan, footer: string, pen: DrawPen): void => {
  const slots = fillings(plan)
  for (const [at, block] of plan.blocks.entries()) drawBlock(slide, block, at + firstId, slots.get(block), pen)
  const foot = footerOf(plan.layout)
  if (foot !== undefined) {
    const words: Words = { ...foot, paragraphs: [{ runs: [{ text: footer }] }] }
    drawText(slide, words, `${foot.label} ${plan.blocks.length + firstId}`, foot, pen)
    slide.slideNumber = { ...numberBox }
  }
  if (plan.notes !== "") slide.addNotes(legal(plan.notes.toWellFormed()))
}

/** The numbers of the slides that links lead to, by key. */
const numbersByKey = ({ slides }: DeckPlan): ReadonlyMap<string, number> =>
  new Map(slides.flatMap(({ key }, at) => (key === undefined ? [] : [[key, at + 1] as const])))

/** Draws slides of a deck with PptxGenJS: each call gives the package of a presentation that has just these. */
export const drawer = (plan: DeckPlan): ((slides: ReadonlyArray<SlidePlan>) => Promise<Uint8Array>) => {
  const keys = numbersByKey(plan)
  const pen: DrawPen = {
    ...{ language: plan.language, direction: plan.direction },
    linkOf: ({ link, page }) => {
      const number = link === undefined ? undefined : keys.get(link)
      if (number !== undefined) return { slide: number }
      return page === undefined || plan.pageUrl === null
        ? undefined
        : { url: legal(plan.pageUrl + page.path), tooltip: legal(page.tip.toWellFormed()) }
    }
  }
  return async (slides) => {
    const presentation = new Presentation()
    for (const slide of slides) drawSlide(presentation.addSlide(), slide, plan.footer, pen)
    const bytes = await presentation.write({ outputType: "uint8array" })
    if (!(bytes instanceof Uint8Array)) throw new Error("PptxGenJS gave no bytes.")
    return bytes
  }
}
