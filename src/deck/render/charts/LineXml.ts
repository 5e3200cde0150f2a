import type { Box, Line, LineChart } from "../../Plan.ts"
import { escape } from "../../package/XmlText.ts"
import type { Pen } from "../Pen.ts"
import { fillXml, lineXml } from "../SchemeColors.ts"
import { axisIds, axisXml, chartXml, legendXml, plotLayout } from "./ChartXml.ts"
import { dateScaleOf, formatOf, type Scale, scaleOf } from "./Scale.ts"
import { type Column, numberReference, type Sheet, titleReference } from "./Sheet.ts"

/** Inches around the axes' rectangle, the same in all charts of lines and columns: labels stand there, and the legend. */
const margins = { start: 0.75, end: 0.45, top: 0.2, bottom: 0.36, legend: 0.36 }

/** Inches that a date takes below the axis, with the space to the next. */
const dateWidth = 0.8

const datesOf = ({ lines }: LineChart): ReadonlyArray<string> =>
  [...new Set(lines.flatMap(({ points }) => points.map(({ date }) => date)))].sort()

const valuesOn = (dates: ReadonlyArray<string>, { points }: Line): ReadonlyArray<number | null> => {
  const known = new Map(points.map(({ date, value }) => [date, value]))
  return dates.map((date) => known.get(date) ?? null)
}

export const lineSheet = (chart: LineChart): Sheet => {
  const dates = datesOf(chart)
  const days: Column = { title: "Date", cells: dates.map((date) => ({ date })) }
  return { columns: [days, ...chart.lines.map((line) => ({ title: line.name, cells: valuesOn(dates, line) }))] }
}

const dashes = { solid: "", dashed: '<a:prstDash val="dash"/>', dotted: '<a:prstDash val="sysDot"/>' } as const

/** Points. */
const strokes = { solid: 2.25, dashed: 1.5, dotted: 1.5 } as const

const noMarker = '<c:marker><c:symbol val="none"/></c:marker>'

const markerXml = ({ color }: Line): string =>
  `<c:marker><c:symbol val="circle"/><c:size val="6"/><c:spPr>${fillXml(color)}${lineXml(null, 0)}</c:spPr></c:marker>`

const shown = (value: boolean): string =>
  `<c:showLegendKey val="0"/><c:showVal val="${value ? 1 : 0}"/><c:showCatName val="0"/><c:showSerName val="0"/>` +
  '<c:showPercent val="0"/><c:showBubbleSize val="0"/>'

/** From here on a number is written as on the axis, in few characters. */
const long = 100_000

/** The value of the last point only. */
const lastLabel = (last: number, scale: Scale): string => {
  const isLong = Math.max(Math.abs(scale.min), Math.abs(scale.max)) >= long
  const format = isLong ? `<c:numFmt formatCode="${escape(formatOf(scale))}" sourceLinked="0"/>` : ""
  return (
    `<c:dLbls><c:dLbl><c:idx val="${last}"/>${format}<c:dLblPos val="t"/>${shown(true)}</c:dLbl>` +
    `${shown(false)}</c:dLbls>`
  )
}

const seriesXml = (sheet: Sheet, line: Line, at: number, scale: Scale): string => {
  const cells = sheet.columns[at + 1]?.cells ?? []
  const last = cells.findLastIndex((cell) => cell !== null)
  const solid = line.stroke === "solid"
  return (
    `<c:ser><c:idx val="${at}"/><c:order val="${at}"/>${titleReference(sheet, at + 1)}` +
    `<c:spPr>${lineXml(line.color, strokes[line.stroke], dashes[line.stroke])}</c:spPr>` +
    (solid ? markerXml(line) : noMarker) +
    (solid && last >= 0 ? lastLabel(last, scale) : "") +
    `<c:cat>${numberReference(sheet, 0, "yyyy\\-mm\\-dd")}</c:cat>` +
    `<c:val>${numberReference(sheet, at + 1, "General")}</c:val><c:smooth val="0"/></c:ser>`
  )
}

/** Where the axes' rectangle stands in a chart of lines or columns. */
export const plotOf = ({ w, h }: Box, pen: Pen, hasLegend: boolean): Box => ({
  x: pen.direction === "rtl" ? margins.end : margins.start,
  y: margins.top,
  w: w - margins.start - margins.end,
  h: h - margins.top - margins.bottom - (hasLegend ? margins.legend : 0)
})

const dateAxis = (chart: LineChart, pen: Pen): string => {
  const dates = datesOf(chart)
  const maxDates = Math.max(2, Math.floor(plotOf(chart.box, pen, false).w / dateWidth))
  const { every, unit, format } = dateScaleOf(dates[0] ?? "", dates.at(-1) ?? "", maxDates)
  return axisXml({
    element: "dateAx",
    reversed: pen.direction === "rtl",
    position: "b",
    format,
    line: true,
    rest:
      '<c:auto val="0"/><c:lblOffset val="100"/><c:baseTimeUnit val="days"/>' +
      `<c:majorUnit val="${every}"/><c:majorTimeUnit val="${unit}"/>`
  })
}

/** The axis of a chart's values: it begins and ends with a whole step. */
export const valueAxisXml = ({ min, max, step }: Scale, pen: Pen, between: string): string =>
  axisXml({
    element: "valAx",
    position: pen.direction === "rtl" ? "r" : "l",
    min,
    max,
    grid: true,
    format: formatOf({ min, max, step }),
    rest: `<c:crossBetween val="${between}"/><c:majorUnit val="${step}"/>`
  })

const hasLegend = (chart: LineChart): boolean => chart.legend !== false && chart.lines.length > 1

/** Values over their dates. */
export const linesXml = (chart: LineChart, pen: Pen): string => {
  const sheet = lineSheet(chart)
  const scale = scaleOf(chart.lines.flatMap(({ points }) => points.map(({ value }) => value)))
  return chartXml(
    {
      layout: plotLayout(plotOf(chart.box, pen, hasLegend(chart)), chart.box),
      plots:
        '<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>' +
        `${chart.lines.map((line, at) => seriesXml(sheet, line, at, scale)).join("")}<c:marker val="1"/>` +
        `${axisIds}</c:lineChart>`,
      axes: dateAxis(chart, pen) + valueAxisXml(scale, pen, "midCat"),
      legend: hasLegend(chart) ? legendXml() : "",
      blanks: "span"
    },
    pen
  )
}
