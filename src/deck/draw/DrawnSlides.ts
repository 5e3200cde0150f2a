import { truncatedLine } from "../../shared/Quoted.ts"
import type { Block, Box, DeckPlan, SlidePlan, TextBlock } from "../DeckPlan.ts"
import { fillings, scale, scaledBox, slotOf } from "../templates/Layouts.ts"
import { defaultText } from "../templates/Master.ts"
import type { Slot } from "../templates/Slots.ts"
import { placed } from "../templates/XmlContext.ts"
import { legal } from "../templates/XmlText.ts"
import { type DrawPen, drawTable, textOf } from "./DrawnText.ts"
import { type LibrarySlide, type Link, Presentation } from "./Library.ts"
import { drawChart } from "./LineCharts.ts"

/** A block, and the placeholder of its layout that it fills. */
export interface Placed {
  readonly block: Block
  readonly slot: Slot | undefined
}

/** What stands on a slide, in this order: its blocks, then its footer. Its number follows. */
export const objectsOf = (slide: SlidePlan, footer: string): ReadonlyArray<Placed> => {
  const [slots, foot] = [fillings(slide), slotOf(slide.layout, "footer")]
  const blocks = slide.blocks.map((block) => ({ block, slot: slots.get(block) }))
  if (foot === undefined) return blocks
  const paragraphs = [{ runs: [{ text: footer }] }]
  return [
    ...blocks,
    { block: { kind: "text", ...foot, paragraphs, placeholder: "body", extent: foot.box }, slot: foot }
  ]
}

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

/** Where a block stands in a deck from left to right: a table is as large as its cells. */
const boxOf = (block: Block): Box =>
  block.kind === "table" ? { ...block.box, w: sum(block.columnWidths), h: sum(block.rowHeights) } : block.box

const drawText = (
  slide: LibrarySlide,
  block: TextBlock,
  name: string,
  box: Box,
  slot: Slot | undefined,
  pen: DrawPen
) => {
  const inherited = slot ?? defaultText
  const isInherited = block.size === inherited.size && (scale === 1 || slot?.name === "footer")
  slide.addText(textOf(block.paragraphs, { color: block.color, inherited }, pen), {
    ...{
      ...box,
      margin: 0,
      valign: slot?.anchor ?? block.anchor,
      isTextBox: true,
      objectName: name,
      lang: pen.language
    },
    ...(!isInherited && { fontSize: block.size * scale })
  })
}

const kinds = { text: "Text", table: "Table", chart: "Chart" } as const

const drawBlock = (slide: LibrarySlide, { block, slot }: Placed, id: number, pen: DrawPen): void => {
  const box = scaledBox(placed(boxOf(block), pen))
  const name = `${block.kind === "text" && slot !== undefined ? slot.label : kinds[block.kind]} ${id}`
  if (block.kind === "text") drawText(slide, block, name, box, slot, pen)
  else if (block.kind === "table") drawTable(slide, block, name, box, pen)
  else drawChart(slide, block, name, box)
}

/** The first object's id; a slide itself has 1. */
export const firstId = 2

const drawSlide = (slide: LibrarySlide, plan: SlidePlan, footer: string, pen: DrawPen): void => {
  for (const [at, object] of objectsOf(plan, footer).entries()) drawBlock(slide, object, at + firstId, pen)
  const number = slotOf(plan.layout, "number")
  if (number !== undefined) slide.slideNumber = { ...number.box }
  if (plan.notes !== "") slide.addNotes(legal(plan.notes))
}

/** Code points. */
const maxTip = 200

/** What a slide's runs lead to. PptxGenJS makes one relation of one link, however many runs have it. */
const linksOf = ({ pageUrl }: DeckPlan, numbers: ReadonlyMap<string, number>): DrawPen["linkOf"] => {
  const known = new Map<string, Link>()
  const once = (key: string, link: Link): Link => {
    known.set(key, known.get(key) ?? link)
    return known.get(key) ?? link
  }
  return ({ link, page, href }) => {
    if (href !== undefined) return once(href, { url: legal(href), tooltip: truncatedLine(href, maxTip) })
    const slide = link === undefined ? undefined : numbers.get(link)
    if (slide !== undefined) return once(`${slide}`, { slide })
    if (page === undefined || pageUrl === null) return undefined
    const [url, tooltip] = [legal(pageUrl + page.path), legal(page.tip)]
    return once(`${url} ${tooltip}`, { url, tooltip })
  }
}

/** Draws the slides of a deck with PptxGenJS: the package of its presentation. */
export const drawn = async (plan: DeckPlan): Promise<Uint8Array> => {
  const { slides, language, direction } = plan
  const numbers = new Map(slides.flatMap(({ key }, at) => (key === undefined ? [] : [[key, at + 1] as const])))
  const presentation = new Presentation()
  for (const slide of slides) {
    const pen: DrawPen = { language, direction, linkOf: linksOf(plan, numbers) }
    drawSlide(presentation.addSlide(), slide, plan.footer, pen)
  }
  const bytes = await presentation.write({ outputType: "uint8array" })
  if (!(bytes instanceof Uint8Array)) throw new Error("PptxGenJS gave no bytes.")
  return bytes
}
