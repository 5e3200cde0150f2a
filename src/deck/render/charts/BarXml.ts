import { type BarChart, type Box, barChartHeight, barPitch, barScale, type Series } from "../../Plan.ts"
import { embedding, fromLeft, fromTheRight, leftMark, turns } from "../../text/Direction.ts"
import type { Pen } from "../Pen.ts"
import { lineXml, seriesFillXml } from "../SchemeColors.ts"
import { axisIds, axisXml, chartXml, legendXml, plotLayout } from "./ChartXml.ts"
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

/** The space between bars, in percent of a bar's height. */
const gapWidth = 50

/** Points: of the frame that reaches as far as is expected. */
const frameWidth = 1.5

/** In a formula. */
const nothing = '""'

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** The label follows the name when somebody edits that: it has all of it in it, or what is left of it. */
const labelFormula = (name: string, label: string, row: number): ReadonlyArray<string> => {
  const whole = label.indexOf(name)
  if (whole >= 0) return [quoted(label.slice(0, whole)), `A${row}`, quoted(label.slice(whole + name.length))]
  const begin = label.search(/[^\u200E\u202A\u202B]/)
  const cut = label.indexOf("…")
  const isCut = cut > begin && name.startsWith(label.slice(begin, cut))
  return isCut
    ? [quoted(label.slice(0, begin)), `LEFT(A${row},${cut - begin})`, quoted(label.slice(cut))]
    : [quoted(label)]
}

/** Between a name and its value, both in the order of the deck whatever the name's letters. */
const separators = { ltr: "\u200E  ", rtl: "\u200F  " } as const

/** A name and a value in a line of the deck's direction, each of which runs as it would alone. */
const lineOf = (label: string, direction: Pen["direction"]) => {
  if (direction === "ltr")
    return { begin: turns(label) ? leftMark : "", name: label, value: (text: string) => text, end: "" }
  const { right: begin, end } = embedding
  return { begin, name: fromTheRight(label) ? label : fromLeft(label), value: fromLeft, end }
}

const labelOf = (
  { categories, series, unit }: BarChart,
  at: number,
  { direction }: Pick<Pen, "direction">
): FormulaCell => {
  const { name, label } = categories[at] ?? { name: "", label: "" }
  const values = series.flatMap(({ values }) => values[at] ?? [])
  const after = unit === "percent" ? "\u00A0%" : ""
  const shown = values.length === 0 ? "–" : `${values.reduce((sum, value) => sum + value, 0)}${after}`
  const cells = `${columnName(firstSeries)}${at + 2}:${columnName(firstSeries + series.length - 1)}${at + 2}`
  const value = `IF(COUNT(${cells})=0,"–",SUM(${cells})&${quoted(after)})`
  const between = separators[direction]
  const line = lineOf(label, direction)
  const [beforeValue, afterValue] = line.value("\n").split("\n")
  return {
    formula: [
      quoted(line.begin),
      ...labelFormula(name, line.name, at + 2),
      quoted(`${between}${beforeValue}`),
      value,
      quoted(`${afterValue}${line.end}`)
    ]
      .filter((part) => part !== nothing)
      .join("&"),
    shown: `${line.begin}${line.name}${between}${line.value(shown)}${line.end}`
  }
}

export const barSheet = (chart: BarChart, pen: Pick<Pen, "direction">): Sheet => {
  const { categories, series, expected } = chart
  const columns: Array<Column> = []
  columns[namesColumn] = { title: "Name", cells: categories.map(({ name }) => name) }
  columns[labelsColumn] = { title: "Label", cells: categories.map((_, at) => labelOf(chart, at, pen)) }
  const values = [...series, ...(expected === undefined ? [] : [expected])]
  return { columns: [...columns, ...values.map((one) => ({ title: one.name, cells: one.values }))] }
}

const seriesXml = (sheet: Sheet, at: number, look: string): string =>
  `<c:ser><c:idx val="${at}"/><c:order val="${at}"/>${titleReference(sheet, firstSeries + at)}` +
  `<c:spPr>${look}</c:spPr><c:invertIfNegative val="0"/>` +
  `<c:cat>${textReference(sheet, labelsColumn)}</c:cat>` +
  `<c:val>${numberReference(sheet, firstSeries + at, "General")}</c:val></c:ser>`

const isEmpty = ({ values }: Series): boolean => values.every((value) => value === null)

const plotOf = (chart: BarChart, pen: Pen): Box => ({
  x: pen.direction === "rtl" ? margin : chart.box.w - barScale.width - margin,
  y: 0,
  w: barScale.width,
  h: chart.categories.length * barPitch(chart.box, chart.categories.length)
})

const axesXml = ({ unit, max }: BarChart, pen: Pen): string => {
  const rtl = pen.direction === "rtl"
  return (
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
      max: unit === "percent" ? 100 : max,
      rest: '<c:crossBetween val="between"/>'
    })
  )
}

/** All series are drawn over each other, and over them frames, whose ends mark what is expected. */
export const barXml = (chart: BarChart, pen: Pen): string => {
  const sheet = barSheet(chart, pen)
  const looks = chart.series.map(seriesFillXml)
  if (chart.expected !== undefined) looks.push(`<a:noFill/>${lineXml("ink", frameWidth)}`)
  const unlisted = chart.series.flatMap((series, at) => (isEmpty(series) ? [at] : []))
  return chartXml(
    {
      layout: plotLayout(plotOf(chart, pen), { w: chart.box.w, h: barChartHeight(chart.box, chart.categories.length) }),
      plots:
        '<c:barChart><c:barDir val="bar"/><c:grouping val="clustered"/><c:varyColors val="0"/>' +
        `${looks.map((look, at) => seriesXml(sheet, at, look)).join("")}<c:gapWidth val="${gapWidth}"/>` +
        `<c:overlap val="100"/>${axisIds}</c:barChart>`,
      axes: axesXml(chart, pen),
      legend: looks.length > 1 ? legendXml(unlisted) : "",
      blanks: "gap"
    },
    pen
  )
}
