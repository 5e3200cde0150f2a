import type { Box, SlidePlan, TextBlock } from "../Plan.ts"
import { fillings, layoutOf, type Slot } from "./Layouts.ts"
import { anchorXml, frameXml, numberField, numberPlaceholder, placeholderXml } from "./MasterXml.ts"

const sameBox = (one: Box, other: Box): boolean => frameXml(one) === frameXml(other)

const shapeXml = (id: string, label: string, placeholder: string, properties: string, text: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${label}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>` +
  `<p:nvPr>${placeholder}</p:nvPr></p:nvSpPr>${properties}<p:txBody>${text}</p:txBody></p:sp>`

const numberXml = (id: string, shape: string, language: string): string => {
  const shown = /<a:t>(\d+)<\/a:t>/.exec(shape)?.[1] ?? ""
  return shapeXml(
    id,
    "Slide Number",
    numberPlaceholder,
    "<p:spPr/>",
    `<a:bodyPr/><a:lstStyle/>${numberField(shown, language)}`
  )
}

/** A run that is not bold says so where its layout's are: PptxGenJS only ever says that one is. */
const paragraphsOf = (shape: string, { bold }: Slot): string => {
  const paragraphs = shape.slice(shape.indexOf("<a:p>"), shape.lastIndexOf("</p:txBody>"))
  return bold ? paragraphs.replace(/<a:rPr (?![^>]* b="1")/g, '<a:rPr b="0" ') : paragraphs
}

const slotXml = (id: string, shape: string, slot: Slot, block: TextBlock | undefined): string => {
  const own = block !== undefined && !sameBox(block.box, slot.box)
  const anchor = block === undefined || block.anchor === slot.anchor ? "" : anchorXml(block.anchor)
  return shapeXml(
    id,
    slot.label,
    placeholderXml(slot),
    own ? `<p:spPr>${frameXml(block.box)}</p:spPr>` : "<p:spPr/>",
    `<a:bodyPr${anchor}/><a:lstStyle/>${paragraphsOf(shape, slot)}`
  )
}

/** Each shape of a slide that fills a placeholder, changed; the long rest is only copied. */
const changePlaceholders = (xml: string, change: (shape: string) => string): string => {
  const pieces: Array<string> = []
  let done = 0
  for (let at = xml.indexOf("<p:ph"); at >= 0; at = xml.indexOf("<p:ph", done)) {
    const start = xml.lastIndexOf("<p:sp>", at)
    const end = xml.indexOf("</p:sp>", at) + "</p:sp>".length
    pieces.push(xml.slice(done, start), change(xml.slice(start, end)))
    done = end
  }
  return pieces.join("") + xml.slice(done)
}

/**
 * A slide as PptxGenJS wrote it, with what it cannot be asked for: placeholders that take from their layout what is the
 * same there (and so follow when it changes), of all kinds and each with its own place; tables that know their headers.
 */
export const correctSlide = (xml: string, slide: SlidePlan, language: string): string => {
  const blocks = new Map([...fillings(slide)].map(([block, slot]) => [slot.name, block]))
  const { slots } = layoutOf(slide)
  const tables = slide.blocks.filter((block) => block.kind === "table")
  let table = 0
  return changePlaceholders(xml, (shape) => {
    const id = /<p:cNvPr id="(\d+)"/.exec(shape)?.[1] ?? ""
    if (shape.includes('type="sldNum"')) return numberXml(id, shape, language)
    const slot = slots.find(({ label }) => shape.includes(` name="${label}"`))
    return slot === undefined ? shape : slotXml(id, shape, slot, blocks.get(slot.name))
  }).replaceAll("<a:tblPr/>", (none) => ((tables[table++]?.headerRows ?? 0) > 0 ? '<a:tblPr firstRow="1"/>' : none))
}

/** A slide's notes as PptxGenJS wrote them, in one paragraph, with a paragraph for each of their lines. */
export const correctNotes = (xml: string): string =>
  xml.replace(
    /<a:p>(<a:r><a:rPr[^>]*\/>)<a:t>([^<]*)<\/a:t><\/a:r>(<a:endParaRPr[^>]*\/>)<\/a:p>/,
    (_, run, text: string, end) =>
      text
        .split(/\r?\n/)
        .map((line) => (line === "" ? `<a:p>${end}</a:p>` : `<a:p>${run}<a:t>${line}</a:t></a:r></a:p>`))
        .join("")
  )
