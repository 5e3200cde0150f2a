import type { Document, Element } from "domhandler"
import { cellMargin, type DeckPlan, type SlidePlan } from "../DeckPlan.ts"
import { firstId, objectsOf, type Placed } from "../draw/DrawnSlides.ts"
import { scale, slotOf } from "../templates/Layouts.ts"
import { numberField, placeholderXml } from "../templates/Objects.ts"
import type { Slot } from "../templates/Slots.ts"
import { tableStyleId } from "../templates/TableStyles.ts"
import { all, child, fill, first, insertAfter, insertBefore, remove, set } from "../templates/Xml.ts"
import { emu, type Pen } from "../templates/XmlContext.ts"
import { escape } from "../templates/XmlText.ts"

/** PptxGenJS numbers tables by the slide's number, so that ids are there twice. */
export const ownIds = (objects: ReadonlyArray<Element>): void => {
  for (const [at, object] of objects.entries()) set(first(object, "p:cNvPr"), "id", `${at + firstId}`)
}

/** Its placeholders are fewer than our layouts have, tables fill none, and charts can be grouped out of theirs. */
export const inPlaceholder = (object: Element, slot: Slot | undefined): void => {
  const [own, locks] = object.name === "p:sp" ? ["Sp", "spLocks"] : ["GraphicFrame", "graphicFrameLocks"]
  remove(first(object, `p:cNv${own}Pr`), first(object, "p:nvPr"))
  insertAfter(
    first(object, "p:cNvPr"),
    `<p:cNv${own}Pr><a:${locks} noGrp="1"/></p:cNv${own}Pr><p:nvPr>${slot === undefined ? "" : placeholderXml(slot)}</p:nvPr>`
  )
}

/**
 * Text in placeholders has their place, which it keeps when the layout is changed; a footer's insets are the layout's. It has
 * no space between paragraphs, as it was measured.
 */
export const layoutsPlace = (shape: Element, slot: Slot): void => {
  fill(child(shape, "p:spPr"), "")
  for (const { children } of all(shape, "a:pPr"))
    insertBefore(children[0], '<a:spcBef><a:spcPts val="0"/></a:spcBef><a:spcAft><a:spcPts val="0"/></a:spcAft>')
  const body = first(shape, "a:bodyPr")
  if (slot.name === "footer" && body !== undefined) body.attribs = {}
}

/** Its tables have no alternative text, and those of charts lose their lines. */
export const ownAlternative = (frame: Element, alt: string): void =>
  set(first(frame, "p:cNvPr"), "descr", escape(alt).replaceAll("\n", "&#10;"))

/** Its tables have no style, no header and no direction. */
export const tableStyle = (frame: Element, headerRows: 0 | 1, { direction }: Pen): void => {
  const properties = first(frame, "a:tblPr")
  if (headerRows === 1) set(properties, "firstRow", "1")
  if (direction === "rtl") set(properties, "rtl", "1")
  fill(properties, `<a:tableStyleId>${tableStyleId}</a:tableStyleId>`)
}

const marginXml = (inches: number): string => `${emu(inches * scale)}`

/** The margins of cells where they are not the format's. */
const cellMargins: Readonly<Record<string, string>> =
  scale === 1
    ? {}
    : {
        ...{ marL: marginXml(cellMargin.x), marR: marginXml(cellMargin.x) },
        ...{ marT: marginXml(cellMargin.y), marB: marginXml(cellMargin.y) }
      }

/** Its cells have margins and invisible borders of their own, which beat the table's style. */
export const styledCells = (frame: Element): void => {
  for (const cell of all(frame, "a:tcPr")) {
    cell.attribs = { ...cellMargins, ...(cell.attribs.anchor !== undefined && { anchor: cell.attribs.anchor }) }
    fill(cell, "")
  }
}

/** Its slide number belongs to no layout, is where it was drawn, and is English. */
export const slideNumber = (shape: Element, slot: Slot, number: number, { language }: Pen): void => {
  set(first(shape, "p:cNvPr"), "name", `Slide Number ${first(shape, "p:cNvPr")?.attribs.id}`)
  fill(first(shape, "p:nvPr"), placeholderXml(slot))
  fill(child(shape, "p:spPr"), "")
  fill(child(shape, "p:txBody"), `<a:bodyPr/><a:lstStyle/>${numberField(`${number}`, language)}`)
}

const mendObject = (object: Element, { block, slot }: Placed, pen: Pen): void => {
  if (slot !== undefined || block.kind !== "text") inPlaceholder(object, slot)
  if (block.kind !== "text") ownAlternative(object, block.alt)
  if (block.kind === "table") {
    tableStyle(object, block.headerRows, pen)
    styledCells(object)
  }
  if (block.kind === "text" && slot !== undefined) layoutsPlace(object, slot)
}

/** Mends what stands on a slide, in the order in which it was drawn. */
export const mendShapes = (slide: Document, plan: SlidePlan, number: number, deck: DeckPlan): void => {
  const objects = all(slide, "p:sp", "p:graphicFrame")
  ownIds(objects)
  for (const placed of objectsOf(plan, deck.footer)) {
    const object = objects.shift()
    if (object !== undefined) mendObject(object, placed, deck)
  }
  const [last, slot] = [objects[0], slotOf(plan.layout, "number")]
  if (last !== undefined && slot !== undefined) slideNumber(last, slot, number, deck)
}
