import { type Box, type ChartBlock, chartTextSize, type Line } from "../DeckPlan.ts"
import { daysBetween } from "../facts/DeckDates.ts"
import { dateScaleOf, formatOf, type Scale, scaleOf } from "../facts/Scale.ts"
import { scale } from "../templates/Layouts.ts"
import { drawnColors } from "../templates/SchemeColors.ts"
import { legal } from "../templates/XmlText.ts"
import type { ChartOptions, LibrarySlide } from "./Library.ts"

/** Inches around the axes' rectangle, the same in all charts: labels stand there, and the legend. */
const margins = { start: 0.75, end: 0.45, top: 0.2, bottom: 0.36, legend: 0.36 }

/** Inches that a date takes below the axis, with the space to the next. */
const dateWidth = 0.8

/** Points in the file. */
const textSize = chartTextSize * scale

/** The theme's font of text. */
const font = "+mn-lt"

/** The one sheet of a chart's workbook: titles in the first row, the values of each day below. */
export interface Sheet {
  /** As spreadsheets count them, the first column. */
  readonly days: ReadonlyArray<number>
  /** A value for each day; null: none. */
  readonly series: ReadonlyArray<{ readonly title: string; readonly cells: ReadonlyArray<number | null> }>
}

/** A day `YYYY-MM-DD` in spreadsheets, whose day 1 is 1900-01-01, and which count a 29 February 1900. */
export const serialOf = (date: string): number => daysBetween("1899-12-30", date)

const datesOf = ({ lines }: ChartBlock): ReadonlyArray<string> =>
  [...new Set(lines.flatMap(({ points }) => points.map(({ date }) => date)))].sort()

const valuesOn = (dates: ReadonlyArray<string>, { points }: Line): ReadonlyArray<number | null> => {
  const known = new Map(points.map(({ date, value }) => [date, value]))
  return dates.map((date) => known.get(date) ?? null)
}

/** The values of a chart over their dates. */
export const sheetOf = (chart: ChartBlock): Sheet => {
  const dates = datesOf(chart)
  return {
    days: dates.map(serialOf),
    series: chart.lines.map((line) => ({ title: line.name, cells: valuesOn(dates, line) }))
  }
}

/** The scale of a chart's values. */
export const lineScale = ({ lines, range = [] }: ChartBlock): Scale =>
  scaleOf([...range, ...lines.flatMap(({ points }) => points.map(({ value }) => value))])

const hasLegend = ({ legend, lines }: ChartBlock): boolean => legend !== false && lines.length > 1

/** Where the axes' rectangle stands in a chart. Time runs as the words of a deck do, which are English. */
export const plotOf = (chart: ChartBlock): Box => ({
  x: margins.start,
  y: margins.top,
  w: chart.box.w - margins.start - margins.end,
  h: chart.box.h - margins.top - margins.bottom - (hasLegend(chart) ? margins.legend : 0)
})

const part = (value: number, of: number): number => Number(Math.max(0, value / of).toFixed(5))

const placeOf = (chart: ChartBlock): ChartOptions => {
  const { x, y, w, h } = plotOf(chart)
  const { box } = chart
  return { layout: { x: part(x, box.w), y: part(y, box.h), w: part(w, box.w), h: part(h, box.h) } }
}

/** The axis of a chart's values: it begins and ends with a whole step. */
const valueAxis = ({ min, max, step }: Scale, unit?: string): ChartOptions => ({
  ...{ valAxisMinVal: min, valAxisMaxVal: max, valAxisMajorUnit: step },
  valAxisLabelFormatCode: formatOf({ min, max, step }, unit),
  ...{ valAxisLabelFontSize: textSize, valAxisLabelFontFace: font, valAxisLabelColor: drawnColors.ink },
  ...{ valAxisLabelPos: "low", valAxisMajorTickMark: "none", valAxisLineShow: false }
})

const dateAxis = (chart: ChartBlock): ChartOptions => {
  const dates = datesOf(chart)
  const maxDates = Math.max(2, Math.floor(plotOf(chart).w / dateWidth))
  const { every, unit, format } = dateScaleOf(dates[0] ?? "", dates.at(-1) ?? "", maxDates)
  return {
    ...{ catLabelFormatCode: format, catAxisBaseTimeUnit: "days" },
    ...{ catAxisMajorUnit: every, catAxisMajorTimeUnit: unit },
    ...{ catAxisLabelFontSize: textSize, catAxisLabelFontFace: font, catAxisLabelColor: drawnColors.ink },
    ...{ catAxisLabelPos: "low", catAxisMajorTickMark: "none" },
    ...{ catAxisLineColor: drawnColors.muted, catAxisLineSize: 0.75 }
  }
}

const optionsOf = (chart: ChartBlock): ChartOptions => ({
  ...{ ...placeOf(chart), ...dateAxis(chart), ...valueAxis(lineScale(chart), chart.unit) },
  chartArea: { roundedCorners: false },
  valGridLine: { color: drawnColors.faint, size: 0.75, style: "solid" },
  ...{ showLegend: hasLegend(chart), legendPos: "b", legendFontSize: textSize, legendFontFace: font },
  ...{ legendColor: drawnColors.ink, chartColors: chart.lines.map(({ color }) => drawnColors[color]) },
  displayBlanksAs: "span"
})

/** Draws values over their dates. PptxGenJS draws a value that is no number as none. */
export const drawChart = (slide: LibrarySlide, chart: ChartBlock, name: string, box: Box): void => {
  const { days, series } = sheetOf(chart)
  const data = series.map(({ title, cells }) => ({
    name: legal(title),
    labels: [days.map(String)],
    values: cells.map((cell) => cell ?? Number.NaN)
  }))
  slide.addChart("line", data, { ...optionsOf(chart), ...box, objectName: name })
}
