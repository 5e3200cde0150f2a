import type { Document, Element } from "domhandler"
import { all, child, elements, fill, first, moveInto, remove, set } from "../templates/Xml.ts"

/** PptxGenJS writes a paragraph's properties again before each of its runs, which is invalid. */
export const onePropertiesElement = (paragraph: Element): void => {
  const [, ...more] = elements(paragraph).filter(({ name }) => name === "a:pPr")
  remove(...more)
}

/** It never says that a paragraph runs from left to right, which in a layout from the right then runs from there. */
export const ownDirection = (paragraph: Element): void => {
  const properties = child(paragraph, "a:pPr")
  set(properties, "rtl", properties?.attribs.rtl ?? "0")
}

/** It ends each paragraph as if it were empty, so that what is typed at its end looks otherwise than its text. */
export const noEndAfterText = (paragraph: Element): void => {
  if (child(paragraph, "a:r") !== undefined) remove(child(paragraph, "a:endParaRPr"))
}

/** It says that all text is also English and was proofread. */
export const ownLanguage = (properties: Element): void => {
  delete properties.attribs.altLang
  delete properties.attribs.dirty
}

/** It makes text black that says no colour, whatever the layout, the table's style or the theme say. */
export const inheritedColor = (properties: Element): void => {
  const color = child(properties, "a:solidFill")
  if (child(color, "a:srgbClr")?.attribs.val === "000000") remove(color)
}

/** The placeholders of titles. */
const titleTypes = new Set(["title", "ctrTitle"])

/** PowerPoint shows such a link in the text's own colour. */
const ownColor =
  '<a:extLst><a:ext uri="{A12FA001-AC4F-418D-AE19-62706E023703}"><ahyp:hlinkClr ' +
  'xmlns:ahyp="http://schemas.microsoft.com/office/drawing/2018/hyperlinkcolor" val="tx"/></a:ext></a:extLst>'

/** It underlines links for good, gives them empty attributes, and decides by the text's colour whether they keep it. */
export const plainLink = (properties: Element): void => {
  const link = child(properties, "a:hlinkClick")
  if (link === undefined) return
  delete properties.attribs.u
  const { "r:id": id = "", action, tooltip = "" } = link.attribs
  link.attribs = action ? { "r:id": id, action } : { "r:id": id, tooltip }
  fill(link, ownColor)
}

/**
 * It links only runs, whose text is then underlined and broken by LibreOffice between any two letters: a title's link is
 * its shape's. A slide's title has one link at most.
 */
export const titleLink = (slide: Document): void => {
  for (const shape of all(slide, "p:sp")) {
    const link = first(shape, "a:hlinkClick")
    if (link === undefined || !titleTypes.has(first(shape, "p:ph")?.attribs.type ?? "")) continue
    for (const properties of all(shape, "a:rPr")) {
      delete properties.attribs.u
      remove(child(properties, "a:hlinkClick"))
    }
    fill(link, "")
    moveInto(first(shape, "p:cNvPr"), link)
  }
}

const paragraphMends = [onePropertiesElement, ownDirection, noEndAfterText]
const runMends = [ownLanguage, inheritedColor, plainLink]

/** Mends all text of a slide. */
export const mendText = (slide: Document): void => {
  for (const paragraph of all(slide, "a:p")) {
    for (const mend of paragraphMends) mend(paragraph)
    for (const properties of all(paragraph, "a:rPr", "a:endParaRPr")) for (const mend of runMends) mend(properties)
  }
  titleLink(slide)
}
