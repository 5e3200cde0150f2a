import type { Document, Element } from "domhandler"
import { firstId } from "../draw/Slides.ts"
import type { Block, Box, DeckPlan, SlidePlan, TextBlock } from "../Plan.ts"
import { fillings, footerOf, type Slot } from "../templates/Layouts.ts"
import { anchorOf, type Pen, transformXml } from "../templates/Pen.ts"
import { numberField, numberPlaceholder, placeholderXml } from "../templates/Placeholders.ts"
import { tableStyleId } from "../templates/TableStyles.ts"
import { escape } from "../templates/XmlText.ts"
import { all, child, fill, first, insertAfter, remove, set } from "./Xml.ts"

/** PptxGenJS numbers tables by the slide's number, so that ids are there twice. */
export const ownIds = (objects: ReadonlyArray<Element>): void => {
  for (const [at, object] of objects.entries()) set(first(object, "p:cNvPr"), "id", `${at + firstId}`)
}

const same = (one: Box, other: Box): boolean =>
  one.x === other.x && one.y === other.y && one.w === other.w && one.h === other.h

/** Its own placeholders are fewer than our layouts have, and keep their place when the layout is changed. */
export const inPlaceholder = (shape: Element, slot: Slot, box: Box, pen: Pen): void => {
  remove(first(shape, "p:cNvSpPr"), first(shape, "p:nvPr"))
  insertAfter(
    first(shape, "p:cNvPr"),
    `<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr>${placeholderXml(slot)}</p:nvPr>`
  )
  fill(child(shape, "p:spPr"), same(box, slot.box) ? "" : transformXml(box, pen))
}

/** It writes insets and anchor again that the layout has already. */
export const layoutsBody = (shape: Element, slot: Slot, anchor: Slot["anchor"]): void => {
  const body = first(shape, "a:bodyPr")
  if (body !== undefined) body.attribs = anchor === slot.anchor ? {} : { anchor: anchorOf(anchor) }
}

/** It cannot say that text is not bold where the layout's is. */
export const ownWeight = (shape: Element, slot: Slot): void => {
  if (!slot.bold) return
  for (const { attribs } of all(shape, "a:rPr")) {
    if (attribs.b === "1") delete attribs.b
    else attribs.b = "0"
  }
}

/** Its tables have no alternative text, and those of charts lose their lines. */
export const ownAlternative = (frame: Element, alt: string): void =>
  set(first(frame, "p:cNvPr"), "descr", escape(alt).replaceAll("\n", "&#10;"))

/** Its tables and charts stand in no placeholder, and charts can be grouped, which takes them out of theirs. */
export const framePlaceholder = (frame: Element, slot: Slot | undefined): void => {
  remove(first(frame, "p:cNvGraphicFramePr"), first(frame, "p:nvPr"))
  insertAfter(
    first(frame, "p:cNvPr"),
    '<p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr>' +
      (slot === undefined ? "<p:nvPr/>" : `<p:nvPr>${placeholderXml(slot)}</p:nvPr>`)
  )
}

/** Its tables have no style, no header and no direction. */
export const tableStyle = (frame: Element, headerRows: 0 | 1, { direction }: Pen): void => {
  const properties = first(frame, "a:tblPr")
  if (headerRows === 1) set(properties, "firstRow", "1")
  if (direction === "rtl") set(properties, "rtl", "1")
  fill(properties, `<a:tableStyleId>${tableStyleId}</a:tableStyleId>`)
}

/** Its cells have margins and invisible borders of their own, which beat the table's style. */
export const styledCells = (frame: Element): void => {
  for (const cell of all(frame, "a:tcPr")) {
    cell.attribs = cell.attribs.anchor === undefined ? {} : { anchor: cell.attribs.anchor }
    fill(cell, "")
  }
}

/** Its slide number belongs to no layout, is counted in the batch, and is English. */
export const slideNumber = (shape: Element, number: number, id: number, { language }: Pen): void =>
  fill(
    shape,
    `<p:nvSpPr><p:cNvPr id="${id}" name="Slide Number ${id}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>` +
      `<p:nvPr>${numberPlaceholder}</p:nvPr></p:nvSpPr><p:spPr/>` +
      `<p:txBody><a:bodyPr/><a:lstStyle/>${numberField(`${number}`, language)}</p:txBody>`
  )

/** Its slides are named by their numbers in the batch. */
export const ownName = (slide: Document, { title }: SlidePlan): void =>
  set(first(slide, "p:cSld"), "name", escape(title))

const mendText = (shape: Element, slot: Slot, { box, anchor }: Pick<TextBlock, "box" | "anchor">, pen: Pen): void => {
  inPlaceholder(shape, slot, box, pen)
  layoutsBody(shape, slot, anchor)
  ownWeight(shape, slot)
}

const mendBlock = (object: Element, block: Block, slot: Slot | undefined, pen: Pen): void => {
  if (block.kind === "text") {
    if (slot !== undefined) mendText(object, slot, block, pen)
    return
  }
  framePlaceholder(object, slot)
  ownAlternative(object, block.alt)
  if (block.kind === "chart") return
  tableStyle(object, block.headerRows, pen)
  styledCells(object)
}

/** Mends what stands on a slide, which was drawn in the order of its plan, then its footer and its number. */
export const mendShapes = (slide: Document, plan: SlidePlan, number: number, deck: DeckPlan): void => {
  ownName(slide, plan)
  const objects = all(slide, "p:sp", "p:graphicFrame")
  ownIds(objects)
  const slots = fillings(plan)
  for (const [at, block] of plan.blocks.entries()) {
    const object = objects[at]
    if (object !== undefined) mendBlock(object, block, slots.get(block), deck)
  }
  const [foot, footer, counter] = [footerOf(plan.layout), ...objects.slice(plan.blocks.length)]
  if (foot === undefined || footer === undefined || counter === undefined) return
  mendText(footer, foot, foot, deck)
  slideNumber(counter, number, plan.blocks.length + 1 + firstId, deck)
}
