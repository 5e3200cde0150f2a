import { strFromU8, unzipSync } from "fflate"
import type { Cells } from "../../shared/Csv.ts"
import { withoutSign, writeQuantity, writtenSign } from "../../shared/Quantities.ts"
import { type CellFormat, cellText, formatOf } from "./CellFormats.ts"
import { readXml } from "./WorkbookXml.ts"

/** Bytes that the parts of a workbook may have when they are unpacked. */
const maxUnpacked = 80_000_000

/** The last row that is read, and the cells that are. */
const maxRow = 100_000
const maxCells = 1_000_000

export interface Workbook {
  /** The sheets that are shown and hold cells. */
  readonly sheets: ReadonlyArray<string>
  /** Undefined where the sheet is too large. */
  readonly read: (name: string) => Cells | undefined
}

type Parts = Readonly<Record<string, Uint8Array>>

/** The paths of an archive's parts, a line each, and what its part `mimetype` says. */
export const partsIn = (bytes: Uint8Array): string => {
  const paths: Array<string> = []
  const { mimetype } = unzipSync(bytes, {
    filter: ({ name, originalSize }) => paths.push(name) > 0 && name === "mimetype" && originalSize < 1_000
  })
  return `${paths.join("\n")}\n${mimetype === undefined ? "" : strFromU8(mimetype)}`
}

/** The parts that are read; undefined where they are too large. */
const unpacked = (bytes: Uint8Array): Parts | undefined => {
  let size = 0
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(?:xml|rels)$/i.test(name) || /\/(?:drawings|charts|theme|pivot\w*|media)\//i.test(name)) return false
      size += originalSize
      return size <= maxUnpacked
    }
  })
  return size > maxUnpacked ? undefined : parts
}

const xmlOf = (parts: Parts, path: string): string => {
  const bytes = parts[path]
  if (bytes === undefined) return "<none/>"
  // XML may be UTF-16, with its mark.
  const encoding = bytes[0] === 0xff ? "utf-16le" : bytes[0] === 0xfe ? "utf-16be" : "utf-8"
  return new TextDecoder(encoding).decode(bytes)
}

interface Relation {
  /** The last word of its type, such as `worksheet`. */
  readonly type: string
  readonly path: string
}

/** What a part refers to, by id. */
const relationsOf = (parts: Parts, path: string): ReadonlyMap<string, Relation> => {
  const [, folder = "", name = ""] = /^(.*?)([^/]*)$/.exec(path) ?? []
  const relations = new Map<string, Relation>()
  readXml(xmlOf(parts, `${folder}_rels/${name}.rels`), {
    onOpen: (name, attributes) => {
      if (name !== "Relationship") return
      const { Id = "", Type = "", Target = "" } = attributes()
      const { pathname } = new URL(Target, `file:///${folder}`)
      relations.set(Id, { type: Type.replace(/.*\//, ""), path: decodeURIComponent(pathname).slice(1) })
    }
  })
  return relations
}

const pathOfType = (relations: ReadonlyMap<string, Relation>, type: string): string =>
  [...relations.values()].find((one) => one.type === type)?.path ?? ""

/** The texts that cells refer to by number; without the readings above East Asian words. */
const sharedTexts = (xml: string): ReadonlyArray<string> => {
  const texts: Array<string> = []
  let [text, isText, isReading] = ["", false, false]
  readXml(xml, {
    onOpen: (name) => {
      if (name === "si") text = ""
      if (name === "rPh") isReading = true
      isText = name === "t"
    },
    onText: (more) => {
      if (isText && !isReading) text += more
    },
    onClose: (name) => {
      if (name === "si") texts.push(text)
      if (name === "rPh") isReading = false
      isText = false
    }
  })
  return texts
}

/** The formats of cells, by the number of their style. */
const cellFormats = (xml: string): ReadonlyArray<CellFormat> => {
  const written = new Map<number, string>()
  const formats: Array<CellFormat> = []
  let isCells = false
  readXml(xml, {
    onOpen: (name, attributes) => {
      if (name === "cellXfs") isCells = true
      const { numFmtId = "0", formatCode = "" } = name === "numFmt" || name === "xf" ? attributes() : {}
      if (name === "numFmt") written.set(Number(numFmtId), formatCode)
      if (name === "xf" && isCells) formats.push(formatOf(Number(numFmtId), written.get(Number(numFmtId))))
    },
    onClose: (name) => {
      if (name === "cellXfs") isCells = false
    }
  })
  return formats
}

interface CellParts {
  readonly reference: string
  readonly type: string
  readonly style: number
  value: string | undefined
  text: string
  formula: string | undefined
}

/** The column, from 0, of a reference such as `AB12`; undefined without one. */
const columnIn = (reference: string): number | undefined => {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? []
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const plain: CellFormat = { kind: "number", unit: "", hasTime: false }

interface Context {
  readonly texts: ReadonlyArray<string>
  readonly formats: ReadonlyArray<CellFormat>
  readonly is1904: boolean
  /** How figures are written. */
  readonly write: typeof writeQuantity
}

/** Whether a text is a number whose sign could separate thousands. */
const isTwoWay = (text: string): boolean => writtenSign(text) === undefined

/** What a cell shows; a formula that no program has calculated stays a formula. */
const shown = (
  { type, style, value, text, formula }: CellParts,
  { texts, formats, is1904, write }: Context
): string => {
  if (type === "inlineStr") return text
  if (value === undefined || value === "") return formula === undefined ? "" : `=${formula || "…"}`
  if (type === "s") return texts[Number(value)] ?? ""
  if (type === "b") return value === "1" ? "TRUE" : "FALSE"
  if (type === "d") return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, "")
  const number = Number(value)
  if (type === "str" || type === "e" || !Number.isFinite(number)) return value
  return cellText(number, formats[style] ?? plain, is1904, write)
}

const readSheet = (xml: string, context: Context): Cells | undefined => {
  const rows: Array<ReadonlyArray<string>> = []
  let [row, number, last, count]: [Array<string>, number, number, number] = [[], 0, 0, 0]
  let cell: CellParts | undefined
  let inside = ""
  let isReading = false
  const finishCell = (): void => {
    if (cell === undefined) return
    const text = shown(cell, context)
    const at = columnIn(cell.reference) ?? row.length
    if (text !== "" && ++count <= maxCells) {
      while (row.length < at) row.push("")
      row[at] = text
    }
    cell = undefined
  }
  const finishRow = (): void => {
    if (row.length === 0) return
    last = number
    if (number > maxRow) return
    while (rows.length < number - 1) rows.push([])
    rows.push(row)
  }
  readXml(xml, {
    onOpen: (name, attributes) => {
      inside = name
      if (name === "row") {
        row = []
        number = Number(attributes().r ?? number + 1)
      } else if (name === "c") {
        const { r = "", t = "n", s = "0" } = attributes()
        cell = { reference: r, type: t, style: Number(s), value: undefined, text: "", formula: undefined }
      } else if (name === "f" && cell) cell.formula = ""
      else if (name === "rPh") isReading = true
    },
    onText: (text) => {
      if (cell === undefined || isReading) return
      if (inside === "v") cell.value = (cell.value ?? "") + text
      else if (inside === "t") cell.text += text
      else if (inside === "f") cell.formula += text
    },
    onClose: (name) => {
      inside = ""
      if (name === "c") finishCell()
      else if (name === "row") finishRow()
      else if (name === "rPh") isReading = false
    }
  })
  return last > maxRow || count > maxCells ? undefined : rows
}

/** Opens a workbook; undefined for any other archive, null where it is too large. Throws where it is damaged. */
export const openWorkbook = (bytes: Uint8Array): Workbook | undefined | null => {
  const parts = unpacked(bytes)
  if (parts === undefined) return null
  const path = pathOfType(relationsOf(parts, ""), "officeDocument")
  const relations = relationsOf(parts, path)
  const paths = new Map<string, string>()
  let is1904 = false
  readXml(xmlOf(parts, path), {
    onOpen: (name, attributes) => {
      if (name === "workbookPr") is1904 = /^(?:1|true)$/.test(attributes().date1904 ?? "")
      if (name !== "sheet") return
      const { name: title = "", state, ...others } = attributes()
      const [, id = ""] = Object.entries(others).find(([key]) => /:id$/.test(key)) ?? []
      const { type, path = "" } = relations.get(id) ?? {}
      if (type === "worksheet" && (state ?? "visible") === "visible") paths.set(title, path)
    }
  })
  if (paths.size === 0) return undefined
  const texts = sharedTexts(xmlOf(parts, pathOfType(relations, "sharedStrings")))
  const context: Context = {
    texts,
    formats: cellFormats(xmlOf(parts, pathOfType(relations, "styles"))),
    is1904,
    // Beside texts such as “1,234”, which ask for the decimal sign, the numbers of a workbook show none.
    write: texts.some(isTwoWay) ? withoutSign : writeQuantity
  }
  const isFilled = (path: string): boolean => /<(?:\w+:)?c\b/.test(xmlOf(parts, path))
  const filled = [...paths].filter(([, path]) => isFilled(path)).map(([name]) => name)
  return {
    sheets: filled.length > 0 ? filled : [...paths.keys()].slice(0, 1),
    read: (name) => readSheet(xmlOf(parts, paths.get(name) ?? ""), context)
  }
}
