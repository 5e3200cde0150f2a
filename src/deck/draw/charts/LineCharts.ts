import type { Box, ChartBlock, Line } from "../../DeckPlan.ts"
import { dateScaleOf, formatOf, type Scale, scaleOf } from "../../facts/Scale.ts"
import { drawnColors } from "../../templates/SchemeColors.ts"
import type { ChartOptions, LibrarySlide } from "../Library.ts"
import { commonOptions, plotOf } from "./Options.ts"
import { type Drawing, dataOf, serialOf } from "./Sheet.ts"

/** Inches that a date takes below the axis, with the space to the next. */
const dateWidth = 0.8

const datesOf = ({ lines }: ChartBlock): ReadonlyArray<string> =>
  [...new Set(lines.flatMap(({ points }) => points.map(({ date }) => date)))].sort()

const valuesOn = (dates: ReadonlyArray<string>, { points }: Line): ReadonlyArray<number | null> => {
  const known = new Map(points.map(({ date, value }) => [date, value]))
  return dates.map((date) => known.get(date) ?? null)
}

/** The scale of a chart's values. */
export const lineScale = ({ lines, range = [] }: ChartBlock): Scale =>
  scaleOf([...range, ...lines.flatMap(({ points }) => points.map(({ value }) => value))])

/** The axis of a chart's values: it begins and ends with a whole step. */
const valueAxis = ({ min, max, step }: Scale): ChartOptions => ({
  ...{ valAxisMinVal: min, valAxisMaxVal: max, valAxisMajorUnit: step },
  valAxisLabelFormatCode: formatOf({ min, max, step })
})

const dateAxis = (chart: ChartBlock, dates: ReadonlyArray<string>): ChartOptions => {
  const maxDates = Math.max(2, Math.floor(plotOf(chart.box, false).w / dateWidth))
  const { every, unit, format } = dateScaleOf(dates[0] ?? "", dates.at(-1) ?? "", maxDates)
  return {
    ...{ catLabelFormatCode: format, catAxisBaseTimeUnit: "days" },
    ...{ catAxisMajorUnit: every, catAxisMajorTimeUnit: unit }
  }
}

/** Values over their dates. */
export const drawingOf = (chart: ChartBlock): Drawing => {
  const dates = datesOf(chart)
  const hasLegend = chart.legend !== false && chart.lines.length > 1
  return {
    sheet: {
      days: dates.map(serialOf),
      series: chart.lines.map((line) => ({ title: line.name, cells: valuesOn(dates, line) }))
    },
    options: {
      ...commonOptions(plotOf(chart.box, hasLegend), chart.box, hasLegend),
      ...dateAxis(chart, dates),
      ...valueAxis(lineScale(chart)),
      ...{ chartColors: chart.lines.map(({ color }) => drawnColors[color]), displayBlanksAs: "span" }
    }
  }
}

export const drawChart = (slide: LibrarySlide, chart: ChartBlock, name: string, box: Box): void => {
  const { sheet, options } = drawingOf(chart)
  slide.addChart("line", dataOf(sheet), { ...options, ...box, objectName: name })
}
