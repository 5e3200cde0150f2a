import type { ColumnChart, DeckPlan } from "../../DeckPlan.ts"
import { type Scale, scaleOf } from "../../facts/Scale.ts"
import { drawnColors } from "../../templates/SchemeColors.ts"
import { valueAxis } from "./LineCharts.ts"
import { commonOptions, plotOf } from "./Options.ts"
import { type Drawing, serialOf } from "./Sheet.ts"

/** The space between columns, in percent of a column's width. */
const gapWidth = 35

/** Whole numbers from nothing to the highest column. */
const countScale = ({ dates, series }: ColumnChart): Scale => {
  const sums = dates.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
  const { max, step } = scaleOf([0, Math.max(1, ...sums)])
  return { min: 0, max: Math.ceil(max), step: Math.max(1, Math.ceil(step)) }
}

/** How its dates are written. */
export const columnDates = "d mmm"

export const columnDrawing = (chart: ColumnChart, pen: Pick<DeckPlan, "direction">): Drawing => ({
  sheet: {
    about: [{ title: "Date", cells: chart.dates.map(serialOf), isDates: true }],
    series: chart.series.map(({ name, values }) => ({ title: name, cells: values }))
  },
  options: {
    ...commonOptions(plotOf(chart.box, pen, true), chart.box, true),
    ...valueAxis(countScale(chart)),
    ...{ barGrouping: "stacked", barGapWidthPct: gapWidth, displayBlanksAs: "gap" },
    chartColors: chart.series.map(({ color }) => drawnColors[color])
  }
})
