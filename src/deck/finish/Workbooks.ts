import type { Document } from "domhandler"
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate"
import { columnName, type Sheet, type SheetCell } from "../draw/charts/Sheet.ts"
import { dateStyle, workbookParts } from "../templates/Workbook.ts"
import { fill, first, parse, remove, xmlOf } from "../templates/Xml.ts"
import { escape } from "../templates/XmlText.ts"

/** The earliest date that a zip can have, in whichever zone: with it the same parts make the same bytes on any day. */
export const undated = { mtime: "1980-01-01T00:00" } as const

const textXml = (text: string): string => `<is><t xml:space="preserve">${escape(text)}</t></is>`

const cellXml = (name: string, cell: SheetCell, style: string): string => {
  if (cell === null) return ""
  if (typeof cell === "number") return `<c r="${name}"${style}><v>${cell}</v></c>`
  if (typeof cell === "string") return `<c r="${name}" t="inlineStr">${textXml(cell)}</c>`
  return `<c r="${name}" t="str"><f>${escape(cell.formula)}</f><v>${escape(cell.shown)}</v></c>`
}

/** PptxGenJS writes dates as text and nothing as zero, leaves out zeros, and has neither full names nor formulas. */
const ownCells = (page: Document, { about, series }: Sheet): void => {
  const columns = [...about, ...series]
  const count = Math.max(0, ...columns.map(({ cells }) => cells.length))
  const rows = Array.from({ length: count + 1 }, (_, row) => {
    const cells = columns.map(({ title, cells, isDates }, at) => {
      const style = isDates === true ? ` s="${dateStyle}"` : ""
      return cellXml(`${columnName(at)}${row + 1}`, row === 0 ? title : (cells[row - 1] ?? null), style)
    })
    return `<row r="${row + 1}">${cells.join("")}</row>`
  })
  fill(first(page, "sheetData"), rows.join(""))
  remove(first(page, "dimension"))
}

/**
 * Mends the workbook of a chart. Of PptxGenJS's, which tells the time of its making, has a table that is not in its sheet,
 * and no format for dates, only the workbook itself and its sheet stay. It is not compressed, since the package around it is.
 */
export const mendWorkbook = (workbook: Uint8Array, sheet: Sheet): Uint8Array => {
  const kept = unzipSync(workbook, { filter: ({ name }) => /^xl\/(workbook|worksheets\/sheet1)\.xml$/.test(name) })
  const parts = new Map(Object.entries(workbookParts))
  for (const [name, bytes] of Object.entries(kept)) {
    const part = parse(strFromU8(bytes))
    if (name.includes("/sheet")) ownCells(part, sheet)
    parts.set(name, xmlOf(part))
  }
  const sorted = [...parts].sort(([one], [other]) => (one < other ? -1 : 1))
  return zipSync(Object.fromEntries(sorted.map(([name, text]) => [name, strToU8(text)])), { level: 0, ...undated })
}
