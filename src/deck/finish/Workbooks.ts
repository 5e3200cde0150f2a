import type { Sheet } from "../draw/LineCharts.ts"
import { dateStyle, sheetPart, workbookParts, worksheetXml } from "../templates/Workbook.ts"
import { escape } from "../templates/XmlText.ts"
import { archive } from "./Archive.ts"

const cellXml = (name: string, cell: string | number | null, style: string): string => {
  if (cell === null) return ""
  return typeof cell === "number"
    ? `<c r="${name}"${style}><v>${cell}</v></c>`
    : `<c r="${name}" t="inlineStr"><is><t xml:space="preserve">${escape(cell)}</t></is></c>`
}

const rowsXml = ({ days, series }: Sheet): string => {
  const columns = [{ title: "Date", cells: days }, ...series]
  const rows = ["", ...days].map((_, row) => {
    const cells = columns.map(({ title, cells }, at) => {
      const style = at === 0 ? ` s="${dateStyle}"` : ""
      const name = `${String.fromCharCode(65 + at)}${row + 1}`
      return cellXml(name, row === 0 ? title : (cells[row - 1] ?? null), style)
    })
    return `<row r="${row + 1}">${cells.join("")}</row>`
  })
  return rows.join("")
}

/**
 * The workbook of a chart in the place of PptxGenJS's, which tells the time of its making, has a table that is not in its
 * sheet, dates as text, nothing as zero and no zeros. It is not compressed, since the package around it is.
 */
export const workbookOf = (sheet: Sheet): Uint8Array =>
  archive([...Object.entries(workbookParts), [sheetPart, worksheetXml(rowsXml(sheet))]], true)
