import { daysBetween } from "../../facts/Dates.ts"
import { escape } from "../../package/XmlText.ts"

/** A day is written as the number that spreadsheets know it by. */
export interface DateCell {
  /** `YYYY-MM-DD`. */
  readonly date: string
}

/** Text that follows from other cells, with what it is now. */
export interface FormulaCell {
  readonly formula: string
  readonly shown: string
}

/** Null: empty. */
export type SheetCell = string | number | DateCell | FormulaCell | null

export interface Column {
  readonly title: string
  readonly cells: ReadonlyArray<SheetCell>
}

/** The one sheet of a chart's workbook: its titles in the first row, the values below. */
export interface Sheet {
  readonly columns: ReadonlyArray<Column>
}

/** Day 1 of the calendar of spreadsheets is 1900-01-01, and they count a 29 February 1900. */
export const serialOf = ({ date }: DateCell): number => daysBetween("1899-12-30", date)

/** `A`, `B` … `Z`, `AA` … */
export const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26)

const range = ({ columns }: Sheet, at: number): string => {
  const name = columnName(at)
  return `<c:f>Sheet1!$${name}$2:$${name}$${(columns[at]?.cells.length ?? 0) + 1}</c:f>`
}

const pointXml = (at: number, value: string): string => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`

/** A cell as numbers are cached; undefined where it has none. */
const numberIn = (cell: SheetCell): number | undefined =>
  typeof cell === "number"
    ? cell
    : cell !== null && typeof cell === "object" && "date" in cell
      ? serialOf(cell)
      : undefined

const textIn = (cell: SheetCell): string =>
  typeof cell === "string" ? cell : cell !== null && typeof cell === "object" && "shown" in cell ? cell.shown : ""

/** A series' name: the title of its column. */
export const titleReference = ({ columns }: Sheet, at: number): string =>
  `<c:tx><c:strRef><c:f>Sheet1!$${columnName(at)}$1</c:f><c:strCache><c:ptCount val="1"/>` +
  `${pointXml(0, escape(columns[at]?.title ?? ""))}</c:strCache></c:strRef></c:tx>`

export const textReference = (sheet: Sheet, at: number): string => {
  const cells = sheet.columns[at]?.cells ?? []
  const points = cells.map((cell, row) => pointXml(row, escape(textIn(cell)))).join("")
  return `<c:strRef>${range(sheet, at)}<c:strCache><c:ptCount val="${cells.length}"/>${points}</c:strCache></c:strRef>`
}

export const numberReference = (sheet: Sheet, at: number, format: string): string => {
  const cells = sheet.columns[at]?.cells ?? []
  const points = cells.map((cell, row) => {
    const value = numberIn(cell)
    return value === undefined ? "" : pointXml(row, `${value}`)
  })
  return (
    `<c:numRef>${range(sheet, at)}<c:numCache><c:formatCode>${escape(format)}</c:formatCode>` +
    `<c:ptCount val="${cells.length}"/>${points.join("")}</c:numCache></c:numRef>`
  )
}
