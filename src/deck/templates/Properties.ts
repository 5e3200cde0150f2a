import type { DeckPlan } from "../DeckPlan.ts"
import { template } from "./Template.ts"
import { themeName } from "./Theme.ts"
import { escape, header } from "./XmlText.ts"

const element = (name: string, text: string): string => (text === "" ? "" : `<${name}>${escape(text)}</${name}>`)

/** `docProps/core.xml`, without times: with them the same content would not make the same bytes. */
export const coreProperties = ({ title, author, description, language }: DeckPlan): string =>
  `${header}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ` +
  'xmlns:dc="http://purl.org/dc/elements/1.1/">' +
  element("dc:title", title) +
  element("dc:creator", author) +
  element("dc:description", description) +
  element("dc:language", language) +
  "</cp:coreProperties>"

const counted = (name: string, count: number): string =>
  `<vt:variant><vt:lpstr>${name}</vt:lpstr></vt:variant><vt:variant><vt:i4>${count}</vt:i4></vt:variant>`

/** `docProps/app.xml`, with the number and the titles of the slides. */
export const appProperties = ({ slides }: DeckPlan): string =>
  [
    `${header}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"`,
    ' xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">',
    "<Application>Strategy planning service</Application><PresentationFormat>Widescreen</PresentationFormat>",
    `<Slides>${slides.length}</Slides><Notes>${slides.filter(({ notes }) => notes !== "").length}</Notes>`,
    "<HiddenSlides>0</HiddenSlides>",
    '<HeadingPairs><vt:vector size="4" baseType="variant">',
    counted("Theme", 1),
    counted("Slide Titles", slides.length),
    `</vt:vector></HeadingPairs><TitlesOfParts><vt:vector size="${slides.length + 1}" baseType="lpstr">`,
    ...[template?.themeName ?? themeName, ...slides.map(({ title }) => title)].map(
      (part) => `<vt:lpstr>${escape(part)}</vt:lpstr>`
    ),
    "</vt:vector></TitlesOfParts></Properties>"
  ].join("")

/** `docProps/custom.xml`, which has the deck's receipt. */
export const receiptProperties = (receipt: string): string =>
  `${header}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"` +
  ' xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">' +
  '<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="Receipt">' +
  `<vt:lpwstr>${escape(receipt)}</vt:lpwstr></property></Properties>`
