import type { DeckPlan, Line, LineChart } from "../../Plan.ts"
import type { ChartOptions } from "../Library.ts"
import { colorsOf, commonOptions, plotOf } from "./Options.ts"
import { dateScaleOf, formatOf, type Scale, scaleOf } from "./Scale.ts"
import type { Sheet } from "./Sheet.ts"

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
  return {
    about: [{ title: "Date", cells: dates.map((date) => ({ date })) }],
    series: chart.lines.map((line) => ({ title: line.name, cells: valuesOn(dates, line) }))
  }
}

/** The scale of a chart's values. */
export const lineScale = ({ lines }: LineChart): Scale =>
  scaleOf(lines.flatMap(({ points }) => points.map(({ value }) => value)))

/** The axis of a chart's values: it begins and ends with a whole step. */
export const valueAxis = ({ min, max, step }: Scale): ChartOptions => ({
  ...{ valAxisMinVal: min, valAxisMaxVal: max, valAxisMajorUnit: step },
  valAxisLabelFormatCode: formatOf({ min, max, step })
})

const dateAxis = (chart: LineChart): ChartOptions => {
  const dates = datesOf(chart)
  const maxDates = Math.max(2, Math.floor(plotOf(chart.box, { direction: "ltr" }, false).w / dateWidth))
  const { every, unit, format } = dateScaleOf(dates[0] ?? "", dates.at(-1) ?? "", maxDates)
  return {
    ...{ catLabelFormatCode: format, catAxisBaseTimeUnit: "days" },
    ...{ catAxisMajorUnit: every, catAxisMajorTimeUnit: unit }
  }
}

/** Values over their dates. */
export const lineOptions = (chart: LineChart, pen: Pick<DeckPlan, "direction">): ChartOptions => {
  const hasLegend = chart.legend !== false && chart.lines.length > 1
  return {
    ...commonOptions(plotOf(chart.box, pen, hasLegend), chart.box, hasLegend),
    ...dateAxis(chart),
    ...valueAxis(lineScale(chart)),
    ...{ chartColors: colorsOf(chart.lines), displayBlanksAs: "span", lineDataSymbolSize: 6 }
  }
}
