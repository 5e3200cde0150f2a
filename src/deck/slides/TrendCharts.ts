import type { Block, Box, ChartBlock, Line } from "../DeckPlan.ts"
import { quantityText } from "../facts/DeckNumbers.ts"
import { atThisRate } from "../facts/ForecastFacts.ts"
import { objectiveMarks } from "../facts/StatusFacts.ts"
import type { Trend } from "../facts/TrendFacts.ts"
import { clip, measure, textBlock } from "../text/Fit.ts"

/** Points, of a chart's name. */
const nameSize = 12

/** Inches between a chart and its name. */
const nameGap = 0.05

const linesOf = ({ objective, measure: { target }, points, pace, rate }: Trend): ReadonlyArray<Line> => {
  const { color } = objectiveMarks[objective.status]
  const days = [...points, ...(pace ?? []), ...(rate ?? [])].map(({ date }) => date).sort()
  const [first = "", last = first] = [days[0], days.at(-1)]
  return [
    { name: "Measured", points, color, stroke: "solid" },
    ...(rate === null ? [] : [{ name: "At this rate", points: rate, color, stroke: "fine" } as const]),
    {
      name: "Target",
      points: [
        { date: first, value: target },
        { date: last, value: target }
      ],
      color: "ink",
      stroke: "dashed"
    },
    ...(pace === null ? [] : [{ name: "Expected", points: pace, color: "muted", stroke: "dotted" } as const])
  ]
}

/** `at this rate €1.9m of €4.0m`, where it can be told. */
export const rateText = ({ objective, measure }: Trend, date: string): ReadonlyArray<string> => {
  const rate = atThisRate(objective, measure, date)
  return rate === null ? [] : [`at this rate ${rate.text}`]
}

const altOf = ({ measure: { name, unit, target }, points }: Trend): string => {
  const [first = 0, last = 0] = [points[0]?.value, points.at(-1)?.value]
  const ends = `from ${quantityText(first, unit)} to ${quantityText(last, unit)}`
  return `${name}: ${ends}, target ${quantityText(target, unit)}`
}

/** A chart below its name, of two lines at most, and further lines about it. */
export const namedChart = (
  [name = "", ...more]: ReadonlyArray<string>,
  chart: Omit<ChartBlock, "kind">
): ReadonlyArray<Block> => {
  const { box } = chart
  const paragraphs = [
    { runs: [{ text: clip(name, nameSize, true, box.w, 2), bold: true }] },
    ...more.map((text) => ({ runs: [{ text: clip(text, nameSize, false, box.w, 2), color: "muted" as const }] }))
  ]
  const { h } = measure(paragraphs, nameSize, box.w)
  const used = h + nameGap
  return [
    textBlock({ box: { ...box, h }, paragraphs, size: nameSize }),
    { ...chart, kind: "chart", box: { ...box, y: box.y + used, h: box.h - used } }
  ]
}

/** The values of a measure with its target, what is expected, and where they lead. */
export const namedTrend = (trend: Trend, box: Box, lines: ReadonlyArray<string>, legend = true): ReadonlyArray<Block> =>
  namedChart(lines, { box, legend, unit: trend.measure.unit, lines: linesOf(trend), alt: altOf(trend) })
