import { type BarChart, type Box, barChartHeight, barScale, type Series } from "../../Plan.ts"
import type { Pen } from "../Pen.ts"
import { fillXml, lineXml } from "../SchemeColors.ts"
import { axisXml, chartXml, legendXml, plotLayout, widthOf } from "./ChartXml.ts"
import {
  type Column,
  columnName,
  type FormulaCell,
  numberReference,
  type Sheet,
  textReference,
  titleReference
} from "./Sheet.ts"

/** Columns before those of the series: the names in full, and what stands beside the bars. */
const namesColumn = 0
const labelsColumn = 1
const firstSeries = 2

/** Inches that stay free beyond the axis' end. */
const margin = 0.15

/** Of a bar's height: the space to the next. */
const gapWidth = 45

/** Of the axis: a mark's width, to each side. */
const tickShare = 0.003

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** The label follows the name and the value when somebody edits them. */
const labelFormula = (name: string, label: string, row: number): string => {
  if (label === name) return `A${row}`
  const cut = label.endsWith("…") ? label.length - 1 : 0
  return cut > 0 && name.startsWith(label.slice(0, -1)) ? `LEFT(A${row},${cut})&"…"` : quoted(label)
}

const labelOf = ({ categories, series, unit }: BarChart, at: number): FormulaCell => {
  const { name, label } = categories[at] ?? { name: "", label: "" }
  const values = series.flatMap(({ values }) => values[at] ?? [])
  const after = unit === "percent" ? "\u00A0%" : ""
  const shown = values.length === 0 ? "–" : `${values.reduce((sum, value) => sum + value, 0)}${after}`
  const cells = `${columnName(firstSeries)}${at + 2}:${columnName(firstSeries + series.length - 1)}${at + 2}`
  const value = `IF(COUNT(${cells})=0,"–",SUM(${cells})&${quoted(after)})`
  return { formula: `${labelFormula(name, label, at + 2)}&"  "&${value}`, shown: `${label}  ${shown}` }
}

export const barSheet = (chart: BarChart): Sheet => {
  const { categories, series, expected } = chart
  const names: Column = { title: "Name", cells: categories.map(({ name }) => name) }
  const labels: Column = { title: "Label", cells: categories.map((_, at) => labelOf(chart, at)) }
  const values = [...series, ...(expected === undefined ? [] : [expected])]
  const columns: Array<Column> = []
  columns[namesColumn] = names
  columns[labelsColumn] = labels
  return { columns: [...columns, ...values.map((one) => ({ title: one.name, cells: one.values }))] }
}

const seriesXml = (sheet: Sheet, at: number, look: string, marks: string): string =>
  `<c:ser><c:idx val="${at}"/><c:order val="${at}"/>${titleReference(sheet, firstSeries + at)}` +
  `<c:spPr>${look}</c:spPr><c:invertIfNegative val="0"/>${marks}` +
  `<c:cat>${textReference(sheet, labelsColumn)}</c:cat>` +
  `<c:val>${numberReference(sheet, firstSeries + at, "General")}</c:val></c:ser>`

/** A mark across the bar where a value stands, which no bar is drawn for: an error bar as short as it is broad. */
const tickXml = (max: number): string =>
  '<c:errBars><c:errBarType val="both"/><c:errValType val="fixedVal"/><c:noEndCap val="1"/>' +
  `<c:val val="${tickShare * max}"/><c:spPr>${lineXml("ink", widthOf(barScale.pitch * 0.85))}</c:spPr></c:errBars>`

const isShown = ({ values }: Pick<Series, "values">): boolean => values.some((value) => value !== null)

const plotOf = (chart: BarChart, pen: Pen): Box => ({
  x: pen.direction === "rtl" ? margin : chart.box.w - barScale.width - margin,
  y: 0,
  w: barScale.width,
  h: chart.categories.length * barScale.pitch
})

export const barXml = (chart: BarChart, pen: Pen): string => {
  const sheet = barSheet(chart)
  const rtl = pen.direction === "rtl"
  const max = chart.unit === "percent" ? 100 : chart.max
  const bars = chart.series.map(({ color }, at) => seriesXml(sheet, at, fillXml(color), ""))
  const expected = seriesXml(sheet, bars.length, "<a:noFill/>", tickXml(max))
  const unseen = chart.series.flatMap((series, at) => (isShown(series) ? [] : [at]))
  return chartXml(
    {
      layout: plotLayout(plotOf(chart, pen), { w: chart.box.w, h: barChartHeight(chart.categories.length) }),
      element: "barChart",
      before: '<c:barDir val="bar"/><c:grouping val="clustered"/><c:varyColors val="0"/>',
      series: chart.expected === undefined ? bars : [...bars, expected],
      after: `<c:gapWidth val="${gapWidth}"/><c:overlap val="100"/>`,
      axes:
        axisXml({
          element: "catAx",
          reversed: true,
          position: rtl ? "r" : "l",
          line: true,
          rest: '<c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="1"/>'
        }) +
        axisXml({
          element: "valAx",
          reversed: rtl,
          position: "b",
          deleted: true,
          min: 0,
          max,
          rest: '<c:crossBetween val="between"/>'
        }),
      legend: bars.length + (chart.expected === undefined ? 0 : 1) > 1 ? legendXml(unseen) : "",
      blanks: "gap"
    },
    pen
  )
}
