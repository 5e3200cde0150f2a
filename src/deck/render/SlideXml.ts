import {
  type Block,
  type Box,
  barChartHeight,
  type ChartBlock,
  type DeckPlan,
  type SlidePlan,
  type TableBlock,
  type TextBlock
} from "../Plan.ts"
import { fillings, footerOf, type Slot } from "./Layouts.ts"
import { groupXml, nameXml } from "./Objects.ts"
import { anchorOf, frameXml, header, namespaces, type Pen, transformXml } from "./Pen.ts"
import { filledXml, numberField, numberPlaceholder, placeholderXml } from "./Placeholders.ts"
import { tableXml } from "./TableXml.ts"
import { bodyPropertiesXml, defaultText, paragraphsXml } from "./TextXml.ts"

/** A slide's own relations: of its charts, and of what its texts lead to. */
export interface SlidePen extends Pen {
  readonly chartRelation: (chart: ChartBlock) => string
}

const same = (one: Box, other: Box): boolean =>
  one.x === other.x && one.y === other.y && one.w === other.w && one.h === other.h

const filledText = (id: number, block: TextBlock, slot: Slot, pen: Pen): string => {
  const style = { size: block.size, color: block.color, inherited: slot }
  const place = same(block.box, slot.box) ? "<p:spPr/>" : `<p:spPr>${transformXml(block.box, pen)}</p:spPr>`
  const anchor = block.anchor === slot.anchor ? "" : ` anchor="${anchorOf(block.anchor)}"`
  const text = `<a:bodyPr${anchor}/><a:lstStyle/>${paragraphsXml(block.paragraphs, style, pen)}`
  return filledXml(id, slot.label, placeholderXml(slot), place, text)
}

const textXml = (id: number, block: TextBlock, pen: Pen): string =>
  `<p:sp><p:nvSpPr>${nameXml(id, "Text")}<p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr>` +
  `${transformXml(block.box, pen)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr><p:txBody>` +
  `${bodyPropertiesXml(block.anchor, pen)}<a:lstStyle/>` +
  `${paragraphsXml(block.paragraphs, { ...block, inherited: defaultText }, pen)}</p:txBody></p:sp>`

const graphicXml = (
  id: number,
  block: TableBlock | ChartBlock,
  box: Box,
  slot: Slot | undefined,
  content: string,
  pen: Pen
): string => {
  const placeholder = slot === undefined ? "<p:nvPr/>" : `<p:nvPr>${placeholderXml(slot)}</p:nvPr>`
  const uri = `http://schemas.openxmlformats.org/drawingml/2006/${block.kind}`
  return (
    `<p:graphicFrame><p:nvGraphicFramePr>${nameXml(id, block.kind === "table" ? "Table" : "Chart", block.alt)}` +
    `<p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr>${placeholder}</p:nvGraphicFramePr>` +
    `${frameXml(box, pen)}<a:graphic><a:graphicData uri="${uri}">${content}</a:graphicData></a:graphic></p:graphicFrame>`
  )
}

/** The box of a chart. Bars have a largest distance, so the rest of a larger box stays free. */
export const chartBox = (block: ChartBlock): Box =>
  block.chart === "bar" ? { ...block.box, h: barChartHeight(block.box, block.categories.length) } : block.box

const chartReference = (relation: string): string =>
  `<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="${relation}"/>`

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

const blockXml = (id: number, block: Block, slot: Slot | undefined, pen: SlidePen): string => {
  switch (block.kind) {
    case "text":
      return slot === undefined ? textXml(id, block, pen) : filledText(id, block, slot, pen)
    case "table": {
      const box = { ...block.box, w: sum(block.columnWidths), h: sum(block.rowHeights) }
      return graphicXml(id, block, box, slot, tableXml(block, pen), pen)
    }
    case "chart":
      return graphicXml(id, block, chartBox(block), slot, chartReference(pen.chartRelation(block)), pen)
  }
}

const footXml = (first: number, plan: DeckPlan, slide: SlidePlan, number: number, pen: Pen): string => {
  const slot = footerOf(slide.layout)
  if (slot === undefined) return ""
  const paragraphs = paragraphsXml([{ runs: [{ text: plan.footer }] }], { ...slot, inherited: slot }, pen)
  const start = "<a:bodyPr/><a:lstStyle/>"
  return (
    filledXml(first, slot.label, placeholderXml(slot), "<p:spPr/>", start + paragraphs) +
    filledXml(
      first + 1,
      "Slide Number",
      numberPlaceholder,
      "<p:spPr/>",
      start + numberField(`${number}`, plan.language)
    )
  )
}

/** A slide's part. `number` counts from 1. */
export const slideXml = (plan: DeckPlan, slide: SlidePlan, number: number, pen: SlidePen): string => {
  const slots = fillings(slide)
  const objects = slide.blocks.map((block, at) => blockXml(at + 2, block, slots.get(block), pen))
  return (
    `${header}<p:sld ${namespaces}><p:cSld><p:spTree>${groupXml}${objects.join("")}` +
    `${footXml(slide.blocks.length + 2, plan, slide, number, pen)}</p:spTree></p:cSld>` +
    "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>"
  )
}
