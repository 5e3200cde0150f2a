import { columnName, type Sheet, type SheetCell, serialOf } from "../render/charts/Sheet.ts"
import { header } from "../render/Pen.ts"
import { escape } from "./XmlText.ts"
import { zip } from "./Zip.ts"

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml"

/** The cell format of dates, after the one of all other cells. */
const dateStyle = 1

const textXml = (text: string): string => `<is><t xml:space="preserve">${escape(text)}</t></is>`

const cellXml = (name: string, cell: SheetCell): string => {
  if (cell === null) return ""
  if (typeof cell === "number") return `<c r="${name}"><v>${cell}</v></c>`
  if (typeof cell === "string") return `<c r="${name}" t="inlineStr">${textXml(cell)}</c>`
  if ("date" in cell) return `<c r="${name}" s="${dateStyle}"><v>${serialOf(cell)}</v></c>`
  return `<c r="${name}" t="str"><f>${escape(cell.formula)}</f><v>${escape(cell.shown)}</v></c>`
}

const rowXml = (number: number, cells: ReadonlyArray<SheetCell>): string =>
  `<row r="${number}">${cells.map((cell, at) => cellXml(`${columnName(at)}${number}`, cell)).join("")}</row>`

const sheetXml = ({ columns }: Sheet): string => {
  const rows = Math.max(0, ...columns.map(({ cells }) => cells.length))
  const values = Array.from({ length: rows }, (_, at) =>
    rowXml(
      at + 2,
      columns.map(({ cells }) => cells[at] ?? null)
    )
  )
  const titles = columns.map(({ title }) => title)
  return `${header}<worksheet xmlns="${main}"><sheetData>${rowXml(1, titles)}${values.join("")}</sheetData></worksheet>`
}

/** Two cell formats: general, and date. */
const styles =
  `${header}<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Arial"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

const contentTypes =
  `${header}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`

const relations = (...targets: ReadonlyArray<readonly [type: string, target: string]>): string =>
  `${header}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
  targets
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`)
    .join("") +
  "</Relationships>"

const workbookXml =
  `${header}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/>` +
  "</sheets></workbook>"

/** The workbook inside a chart, uncompressed, because the package around it is compressed. */
export const workbook = (sheet: Sheet): Uint8Array =>
  zip(
    [
      ["[Content_Types].xml", () => contentTypes],
      ["_rels/.rels", () => relations(["officeDocument", "xl/workbook.xml"])],
      ["xl/_rels/workbook.xml.rels", () => relations(["worksheet", "worksheets/sheet1.xml"], ["styles", "styles.xml"])],
      ["xl/styles.xml", () => styles],
      ["xl/workbook.xml", () => workbookXml],
      ["xl/worksheets/sheet1.xml", () => sheetXml(sheet)]
    ],
    { compressed: false }
  )
