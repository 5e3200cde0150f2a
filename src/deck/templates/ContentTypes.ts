import { header } from "./Pen.ts"

const presentation = "application/vnd.openxmlformats-officedocument.presentationml"
const drawing = "application/vnd.openxmlformats-officedocument"

/** The content types of a deck's parts, by path. */
const kinds: ReadonlyArray<readonly [RegExp, string]> = [
  [/^ppt\/presentation\.xml$/, `${presentation}.presentation.main+xml`],
  [/^ppt\/slideMasters\/[^/]+\.xml$/, `${presentation}.slideMaster+xml`],
  [/^ppt\/slideLayouts\/[^/]+\.xml$/, `${presentation}.slideLayout+xml`],
  [/^ppt\/slides\/[^/]+\.xml$/, `${presentation}.slide+xml`],
  [/^ppt\/notesMasters\/[^/]+\.xml$/, `${presentation}.notesMaster+xml`],
  [/^ppt\/notesSlides\/[^/]+\.xml$/, `${presentation}.notesSlide+xml`],
  [/^ppt\/presProps\.xml$/, `${presentation}.presProps+xml`],
  [/^ppt\/viewProps\.xml$/, `${presentation}.viewProps+xml`],
  [/^ppt\/tableStyles\.xml$/, `${presentation}.tableStyles+xml`],
  [/^ppt\/theme\/[^/]+\.xml$/, `${drawing}.theme+xml`],
  [/^ppt\/charts\/[^/]+\.xml$/, `${drawing}.drawingml.chart+xml`],
  [/^docProps\/app\.xml$/, `${drawing}.extended-properties+xml`],
  [/^docProps\/core\.xml$/, "application/vnd.openxmlformats-package.core-properties+xml"]
]

const extensions: Readonly<Record<string, string>> = {
  rels: "application/vnd.openxmlformats-package.relationships+xml",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "application/xml"
}

/** `[Content_Types].xml` of exactly these parts. */
export const contentTypes = (parts: ReadonlyArray<string>): string => {
  const names = parts.toSorted()
  const overrides = names.flatMap((name) => {
    const kind = kinds.find(([path]) => path.test(name))
    return kind === undefined ? [] : [`<Override PartName="/${name}" ContentType="${kind[1]}"/>`]
  })
  const defaults = Object.entries(extensions)
    .filter(([extension]) => names.some((name) => name.endsWith(`.${extension}`)))
    .map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`)
  return (
    `${header}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    `${[...defaults, ...overrides].join("")}</Types>`
  )
}
