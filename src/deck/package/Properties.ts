import type { DeckPlan } from "../Plan.ts"
import { escape } from "./XmlText.ts"

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** `docProps/core.xml`: no author and no time, since the deck has none but those of its content. */
export const coreProperties = ({ title, language }: DeckPlan): string =>
  [
    declaration,
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/">',
    `<dc:title>${escape(title)}</dc:title><dc:language>${escape(language)}</dc:language>`,
    "</cp:coreProperties>"
  ].join("")

const counted = (name: string, count: number): string =>
  `<vt:variant><vt:lpstr>${name}</vt:lpstr></vt:variant><vt:variant><vt:i4>${count}</vt:i4></vt:variant>`

/** `docProps/app.xml`: only what is true of the deck. PptxGenJS counts no words and calls slides by their numbers. */
export const appProperties = ({ slides, theme }: DeckPlan): string =>
  [
    declaration,
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"',
    ' xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">',
    "<Application>Microsoft Office PowerPoint</Application><PresentationFormat>Widescreen</PresentationFormat>",
    `<Slides>${slides.length}</Slides><Notes>${slides.length}</Notes><HiddenSlides>0</HiddenSlides>`,
    '<HeadingPairs><vt:vector size="6" baseType="variant">',
    counted("Fonts Used", 1),
    counted("Theme", 1),
    counted("Slide Titles", slides.length),
    `</vt:vector></HeadingPairs><TitlesOfParts><vt:vector size="${slides.length + 2}" baseType="lpstr">`,
    ...[theme.font, "Team", ...slides.map(({ title }) => title)].map((part) => `<vt:lpstr>${escape(part)}</vt:lpstr>`),
    "</vt:vector></TitlesOfParts><AppVersion>16.0000</AppVersion></Properties>"
  ].join("")
