import { daysBetween } from "../../facts/DeckDates.ts"
import { legal } from "../../templates/XmlText.ts"
import type { ChartData, ChartOptions } from "../Library.ts"

/** Text that follows from other cells, with what it is now. */
export interface FormulaCell {
  readonly formula: string
  readonly shown: string
}

/** Null: empty. */
export type SheetCell = string | number | FormulaCell | null

interface Column {
  readonly title: string
  readonly cells: ReadonlyArray<SheetCell>
  /** Its numbers are shown as the days that they stand for. */
  readonly isDates?: boolean
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

/** A day `YYYY-MM-DD` in spreadsheets, whose day 1 is 1900-01-01, and which count a 29 February 1900. */
export const serialOf = (date: string): number => daysBetween("1899-12-30", date)

/** `A`, `B` … `Z`, `AA` … */
export const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26)

/** A cell as a chart shows it. */
export const shownIn = (cell: SheetCell): string => (typeof cell === "object" ? (cell?.shown ?? "") : `${cell}`)

/**
 * A sheet's series for PptxGenJS, which wants the names at the axis with each of them, the innermost column first, draws a
 * value that is no number as none, and fails without any series.
 */
export const dataOf = ({ about, series }: Sheet): Array<ChartData> => {
  const labels = about.map(({ cells }) => cells.map((cell) => legal(shownIn(cell)))).toReversed()
  if (series.length === 0) return [{ name: "", labels, values: [] }]
  return series.map(({ title, cells }) => ({
    name: legal(title),
    labels,
    values: cells.map((cell) => (typeof cell === "number" ? cell : Number.NaN))
  }))
}
