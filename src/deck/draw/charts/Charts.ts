import type { Box, ChartBlock, DeckPlan } from "../../Plan.ts"
import type { ChartData, ChartOptions, LibrarySlide } from "../Library.ts"
import { barOptions, barSheet } from "./Bars.ts"
import { columnOptions, columnSheet } from "./Columns.ts"
import { lineOptions, lineSheet } from "./Lines.ts"
import { dataOf, type Sheet } from "./Sheet.ts"

type Direction = Pick<DeckPlan, "direction">

/** What the workbook of a chart holds. */
export const sheetOf = (chart: ChartBlock, pen: Direction): Sheet => {
  switch (chart.chart) {
    case "bar":
      return barSheet(chart, pen)
    case "column":
      return columnSheet(chart)
    default:
      return lineSheet(chart)
  }
}

const optionsOf = (chart: ChartBlock, pen: Direction): ChartOptions => {
  switch (chart.chart) {
    case "bar":
      return barOptions(chart, pen)
    case "column":
      return columnOptions(chart, pen)
    default:
      return lineOptions(chart, pen)
  }
}

export const drawChart = (slide: LibrarySlide, chart: ChartBlock, name: string, box: Box, pen: Direction): void => {
  const data: Array<ChartData> = dataOf(sheetOf(chart, pen))
  const options = { ...optionsOf(chart, pen), ...box, objectName: name }
  slide.addChart(chart.chart === "line" ? "line" : "bar", data, options)
}
