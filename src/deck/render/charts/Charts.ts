import type { ChartBlock } from "../../Plan.ts"
import type { Pen } from "../Pen.ts"
import { barSheet, barXml } from "./BarXml.ts"
import { columnSheet, columnXml } from "./ColumnXml.ts"
import { lineSheet, linesXml } from "./LineXml.ts"
import type { Sheet } from "./Sheet.ts"

/** What the workbook of a chart holds. */
export const sheetOf = (chart: ChartBlock, pen: Pen): Sheet => {
  switch (chart.chart) {
    case "bar":
      return barSheet(chart, pen)
    case "column":
      return columnSheet(chart)
    default:
      return lineSheet(chart)
  }
}

/** A chart's part. */
export const chartPart = (chart: ChartBlock, pen: Pen): string => {
  switch (chart.chart) {
    case "bar":
      return barXml(chart, pen)
    case "column":
      return columnXml(chart, pen)
    default:
      return linesXml(chart, pen)
  }
}
