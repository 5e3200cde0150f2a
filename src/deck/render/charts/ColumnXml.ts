import type { ColumnChart, Series } from "../../Plan.ts"
import type { Pen } from "../Pen.ts"
import { seriesFillXml } from "../SchemeColors.ts"
import { axisIds, axisXml, chartXml, legendXml, plotLayout } from "./ChartXml.ts"
import { plotOf, valueAxisXml } from "./LineXml.ts"
import { type Scale, scaleOf } from "./Scale.ts"
import { numberReference, type Sheet, titleReference } from "./Sheet.ts"

/** The space between columns, in percent of a column's width. */
const gapWidth = 35

/** About as many dates stand below the columns. */
const maxLabels = 8

export const columnSheet = ({ dates, series }: ColumnChart): Sheet => ({
  columns: [
    { title: "Date", cells: dates.map((date) => ({ date })) },
    ...series.map(({ name, values }) => ({ title: name, cells: values }))
  ]
})

const seriesXml = (sheet: Sheet, series: Series, at: number): string =>
  `<c:ser><c:idx val="${at}"/><c:order val="${at}"/>${titleReference(sheet, at + 1)}` +
  `<c:spPr>${seriesFillXml(series)}</c:spPr><c:invertIfNegative val="0"/>` +
  `<c:cat>${numberReference(sheet, 0, "d mmm")}</c:cat>` +
  `<c:val>${numberReference(sheet, at + 1, "General")}</c:val></c:ser>`

/** Whole numbers from nothing to the highest column. */
const countScale = ({ dates, series }: ColumnChart): Scale => {
  const sums = dates.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
  const { max, step } = scaleOf([0, Math.max(1, ...sums)])
  return { min: 0, max: Math.ceil(max), step: Math.max(1, Math.ceil(step)) }
}

export const columnXml = (chart: ColumnChart, pen: Pen): string => {
  const sheet = columnSheet(chart)
  const skip = Math.max(1, Math.ceil(chart.dates.length / maxLabels))
  return chartXml(
    {
      layout: plotLayout(plotOf(chart.box, pen, true), chart.box),
      plots:
        '<c:barChart><c:barDir val="col"/><c:grouping val="stacked"/><c:varyColors val="0"/>' +
        `${chart.series.map((series, at) => seriesXml(sheet, series, at)).join("")}<c:gapWidth val="${gapWidth}"/>` +
        `<c:overlap val="100"/>${axisIds}</c:barChart>`,
      axes:
        axisXml({
          element: "catAx",
          reversed: pen.direction === "rtl",
          position: "b",
          line: true,
          format: "d mmm",
          rest:
            '<c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/>' +
            `<c:tickLblSkip val="${skip}"/><c:noMultiLvlLbl val="1"/>`
        }) + valueAxisXml(countScale(chart), pen, "between"),
      legend: legendXml(),
      blanks: "gap"
    },
    pen
  )
}
