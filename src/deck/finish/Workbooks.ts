import type { Document } from "domhandler"
import { strFromU8, unzipSync } from "fflate"
import type { Sheet } from "../draw/LineCharts.ts"
import { dateStyle, workbookParts } from "../templates/Workbook.ts"
import { fill, first, parse, remove, xmlOf } from "../templates/Xml.ts"
import { escape } from "../templates/XmlText.ts"
import { archive } from "./Archive.ts"

const cellXml = (name: string, cell: string | number | null, style: string): string => {
  if (cell === null) return ""
  return typeof cell === "number"
    ? `<c r="${name}"${style}><v>${cell}</v></c>`
    : `<c r="${name}" t="inlineStr"><is><t xml:space="preserve">${escape(cell)}</t></is></c>`
}

/** PptxGenJS writes dates as text and nothing as zero, and leaves out zeros. */
const ownCells = (page: Document, { days, series }: Sheet): void => {
  const columns = [{ title: "Date", cells: days }, ...series]
  const rows = ["", ...days].map((_, row) => {
    const cells = columns.map(({ title, cells }, at) => {
      const style = at === 0 ? ` s="${dateStyle}"` : ""
      const name = `${String.fromCharCode(65 + at)}${row + 1}`
      return cellXml(name, row === 0 ? title : (cells[row - 1] ?? null), style)
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
  return archive(parts, true)
}
