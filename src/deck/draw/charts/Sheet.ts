import { daysBetween } from "../../facts/Dates.ts"
import { legal } from "../../templates/XmlText.ts"
import type { ChartData, ChartOptions } from "../Library.ts"

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

/**
 * The one sheet of a chart's workbook: its titles in the first row, the values below. The last of `about` are the names at
 * the axis; those before are there for who edits the values.
 */
export interface Sheet {
  readonly about: ReadonlyArray<Column>
  readonly series: ReadonlyArray<Column>
}

/** How a chart is drawn: what its workbook holds, and how it looks. */
export interface Drawing {
  readonly sheet: Sheet
  readonly options: ChartOptions
}

/** Day 1 of the calendar of spreadsheets is 1900-01-01, and they count a 29 February 1900. */
export const serialOf = ({ date }: DateCell): number => daysBetween("1899-12-30", date)

/** `A`, `B` … `Z`, `AA` … */
export const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26)

/** A cell as numbers are shown; undefined where it has none. */
const numberIn = (cell: SheetCell): number | undefined =>
  typeof cell === "number"
    ? cell
    : cell !== null && typeof cell === "object" && "date" in cell
      ? serialOf(cell)
      : undefined

/** A cell as a chart shows it. */
export const shownIn = (cell: SheetCell): string =>
  typeof cell === "string"
    ? cell
    : cell !== null && typeof cell === "object" && "shown" in cell
      ? cell.shown
      : `${numberIn(cell) ?? ""}`

const clean = (text: string): string => legal(text.toWellFormed())

/**
 * A sheet's series for PptxGenJS, which wants the names at the axis with each of them, the innermost column first, draws a
 * value that is no number as none, and fails without any series.
 */
export const dataOf = ({ about, series }: Sheet): Array<ChartData> => {
  const labels = about.map(({ cells }) => cells.map((cell) => clean(shownIn(cell)))).toReversed()
  if (series.length === 0) return [{ name: "", labels, values: [] }]
  return series.map(({ title, cells }) => ({
    name: clean(title),
    labels,
    values: cells.map((cell) => numberIn(cell) ?? Number.NaN)
  }))
}
