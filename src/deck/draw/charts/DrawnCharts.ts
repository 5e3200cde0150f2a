import type { Box, ChartBlock, DeckPlan } from "../../DeckPlan.ts"
import type { LibrarySlide } from "../Library.ts"
import { barDrawing } from "./Bars.ts"
import { lineDrawing } from "./LineCharts.ts"
import { type Drawing, dataOf } from "./Sheet.ts"

type Direction = Pick<DeckPlan, "direction">

export const drawingOf = (chart: ChartBlock, pen: Direction): Drawing =>
  chart.chart === "bar" ? barDrawing(chart, pen) : lineDrawing(chart, pen)

export const drawChart = (slide: LibrarySlide, chart: ChartBlock, name: string, box: Box, pen: Direction): void => {
  const { sheet, options } = drawingOf(chart, pen)
  slide.addChart(chart.chart === "line" ? "line" : "bar", dataOf(sheet), { ...options, ...box, objectName: name })
}
