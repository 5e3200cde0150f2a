import type { Block, Box, Line, LineChart } from "../DeckPlan.ts"
import { quantityText } from "../facts/DeckNumbers.ts"
import { objectiveMarks } from "../facts/StatusFacts.ts"
import type { Trend } from "../facts/TrendFacts.ts"
import { clip, measure, textBlock } from "../text/Fit.ts"

/** Points, of a chart's name. */
const nameSize = 12

/** Inches between a chart and its name. */
const nameGap = 0.05

const linesOf = ({ objective, measure: { target }, points, pace }: Trend): ReadonlyArray<Line> => {
  const [first, last] = [points[0]?.date ?? "", points.at(-1)?.date ?? ""]
  const end = pace !== null && pace[1].date > last ? pace[1].date : last
  return [
    { name: "Measured", points, color: objectiveMarks[objective.status].color, stroke: "solid" },
    {
      name: "Target",
      points: [
        { date: first, value: target },
        { date: end, value: target }
      ],
      color: "ink",
      stroke: "dashed"
    },
    ...(pace === null ? [] : [{ name: "Expected", points: pace, color: "muted", stroke: "dotted" } as const])
  ]
}

const altOf = ({ measure: { name, unit, target }, points }: Trend): string => {
  const [first = 0, last = 0] = [points[0]?.value, points.at(-1)?.value]
  const ends = `from ${quantityText(first, unit)} to ${quantityText(last, unit)}`
  return `${name}: ${ends}, target ${quantityText(target, unit)}`
}

/** The values of a measure with its target and the expected line to it. */
const trendChart = (trend: Trend, box: Box, legend: boolean): LineChart => ({
  kind: "chart",
  chart: "line",
  legend,
  box,
  lines: linesOf(trend),
  alt: altOf(trend)
})

/** A trend's chart below its name, of two lines at most, and further lines about it. */
export const namedTrend = (
  trend: Trend,
  box: Box,
  [name, ...more]: ReadonlyArray<string>,
  legend = true
): ReadonlyArray<Block> => {
  const paragraphs = [
    { runs: [{ text: clip(name ?? "", nameSize, true, box.w, 2), bold: true }] },
    ...more.map((text) => ({ runs: [{ text: clip(text, nameSize, false, box.w, 2), color: "muted" as const }] }))
  ]
  const { h } = measure(paragraphs, nameSize, box.w)
  const used = h + nameGap
  return [
    textBlock({ box: { ...box, h }, paragraphs, size: nameSize }),
    trendChart(trend, { ...box, y: box.y + used, h: box.h - used }, legend)
  ]
}
