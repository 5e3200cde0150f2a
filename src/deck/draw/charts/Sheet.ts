import { daysBetween } from "../../facts/DeckDates.ts"
import { legal } from "../../templates/XmlText.ts"
import type { ChartData, ChartOptions } from "../Library.ts"

/** The one sheet of a chart's workbook: titles in the first row, the values of each day below. */
export interface Sheet {
  /** As spreadsheets count them, the first column. */
  readonly days: ReadonlyArray<number>
  /** A value for each day; null: none. */
  readonly series: ReadonlyArray<{ readonly title: string; readonly cells: ReadonlyArray<number | null> }>
}

/** How a chart is drawn: what its workbook holds, and how it looks. */
export interface Drawing {
  readonly sheet: Sheet
  readonly options: ChartOptions
}

/** A day `YYYY-MM-DD` in spreadsheets, whose day 1 is 1900-01-01, and which count a 29 February 1900. */
export const serialOf = (date: string): number => daysBetween("1899-12-30", date)

/** A sheet's series for PptxGenJS, which draws a value that is no number as none, and fails without any series. */
export const dataOf = ({ days, series }: Sheet): Array<ChartData> => {
  const labels = [days.map(String)]
  if (series.length === 0) return [{ name: "", labels, values: [] }]
  return series.map(({ title, cells }) => ({
    name: legal(title),
    labels,
    values: cells.map((cell) => cell ?? Number.NaN)
  }))
}
