import { header } from "./XmlText.ts"

const office = "application/vnd.openxmlformats-officedocument."

/** The content types of parts, by their names without number and ending. */
const kinds: Readonly<Record<string, string>> = {
  "ppt/presentation": `${office}presentationml.presentation.main+xml`,
  "ppt/slideMasters/slideMaster": `${office}presentationml.slideMaster+xml`,
  "ppt/slideLayouts/slideLayout": `${office}presentationml.slideLayout+xml`,
  "ppt/slides/slide": `${office}presentationml.slide+xml`,
  "ppt/notesMasters/notesMaster": `${office}presentationml.notesMaster+xml`,
  "ppt/notesSlides/notesSlide": `${office}presentationml.notesSlide+xml`,
  "ppt/tableStyles": `${office}presentationml.tableStyles+xml`,
  "ppt/theme/theme": `${office}theme+xml`,
  "ppt/theme/notesTheme": `${office}theme+xml`,
  "ppt/charts/chart": `${office}drawingml.chart+xml`,
  "docProps/app": `${office}extended-properties+xml`,
  "docProps/custom": `${office}custom-properties+xml`,
  "docProps/core": "application/vnd.openxmlformats-package.core-properties+xml",
  "xl/workbook": `${office}spreadsheetml.sheet.main+xml`,
  "xl/worksheets/sheet": `${office}spreadsheetml.worksheet+xml`,
  "xl/styles": `${office}spreadsheetml.styles+xml`
}

const extensions: Readonly<Record<string, string>> = {
  rels: "application/vnd.openxmlformats-package.relationships+xml",
  xlsx: `${office}spreadsheetml.sheet`,
  xml: "application/xml"
}

/** `[Content_Types].xml` of exactly these parts, some of which have types of their own. */
export const contentTypes = (parts: ReadonlyArray<string>, own: ReadonlyMap<string, string> = new Map()): string => {
  const names = parts.toSorted()
  const overrides = names.flatMap((name) => {
    const kind = own.get(name) ?? kinds[name.replace(/\d*\.xml$/, "")]
    return kind === undefined ? [] : [`<Override PartName="/${name}" ContentType="${kind}"/>`]
  })
  const defaults = Object.entries(extensions)
    .filter(([extension]) => names.some((name) => name.endsWith(`.${extension}`)))
    .map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`)
  return (
    `${header}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    `${[...defaults, ...overrides].join("")}</Types>`
  )
}
