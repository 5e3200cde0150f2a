import { contentTypes } from "./ContentTypes.ts"
import { office, relationsXml } from "./TemplateRelations.ts"
import { header } from "./XmlText.ts"

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

/** The cell format of dates, after the one of all other cells. */
export const dateStyle = 1

const styles =
  `${header}<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Arial"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

export const sheetPart = "xl/worksheets/sheet1.xml"

export const worksheetXml = (rows: string): string =>
  `${header}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`

/** The name by which charts refer to the sheet. */
const sheets = '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets>'

/** The parts of a chart's workbook that are the same in each of them: all but its sheet. */
export const workbookParts: Readonly<Record<string, string>> = {
  "[Content_Types].xml": contentTypes(["_rels/.rels", "xl/styles.xml", "xl/workbook.xml", sheetPart]),
  "_rels/.rels": relationsXml("", [["officeDocument", "xl/workbook.xml"]]),
  "xl/_rels/workbook.xml.rels": relationsXml("xl/workbook.xml", [
    ["worksheet", sheetPart],
    ["styles", "xl/styles.xml"]
  ]),
  "xl/workbook.xml": `${header}<workbook xmlns="${main}" xmlns:r="${office}">${sheets}</workbook>`,
  "xl/styles.xml": styles
}
