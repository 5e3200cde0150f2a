import { attentionOf } from "../facts/Attention.ts"
import { sinceText } from "../facts/Dates.ts"
import { counted, quantityText } from "../facts/Numbers.ts"
import { statusOrder } from "../facts/Progress.ts"
import { standingFrom } from "../facts/Standing.ts"
import { objectiveMarks } from "../facts/Statuses.ts"
import { statusFlow } from "../facts/StatusFlow.ts"
import { headlines, type Trend } from "../facts/Trend.ts"
import type { DeckInput, StatusSample } from "../Input.ts"
import type { Block, Box, ColumnChart, Line, LineChart, SlidePlan } from "../Plan.ts"
import { clip, measure, textBlock } from "../text/Fit.ts"
import { bodyBox, contentSlide } from "./Frame.ts"
import { subjectKey } from "./Keys.ts"
import { columnsOf, rowsOf } from "./Paging.ts"

/** Of what needs attention and of the others, each. */
const maxTrends = 3
const trendColumns = 3

/** Points. */
const nameSize = 12

/** Inches between a chart and what it is called. */
const nameGap = 0.05

const linesOf = ({ objective, measure: { name, target }, points, pace }: Trend): ReadonlyArray<Line> => {
  const last = points.at(-1)?.date ?? ""
  const first = points[0]?.date ?? ""
  const end = pace === null ? last : pace[1].date > last ? pace[1].date : last
  return [
    { name, points, color: objectiveMarks[objective.status].color, stroke: "solid" },
    {
      name: "Target",
      points: [
        { date: first, value: target },
        { date: end, value: target }
      ],
      color: "ink",
      stroke: "dashed"
    },
    ...(pace === null ? [] : [{ name: "Steady pace", points: pace, color: "muted", stroke: "dotted" } as const])
  ]
}

const trendAlt = ({ measure: { name, unit, target }, points }: Trend): string => {
  const [first, last] = [points[0], points.at(-1)]
  return `${name}: from ${quantityText(first?.value ?? 0, unit)} to ${quantityText(last?.value ?? 0, unit)}, target ${quantityText(target, unit)}`
}

/** The values of a measure with its target and the steady pace. */
export const trendChart = (trend: Trend, box: Box): LineChart => ({
  kind: "chart",
  chart: "line",
  box,
  lines: linesOf(trend),
  alt: trendAlt(trend)
})

/** A trend under what it is called. */
export const namedTrend = (trend: Trend, box: Box, names: ReadonlyArray<string>): ReadonlyArray<Block> => {
  const [title = "", ...more] = names
  const paragraphs = [
    { runs: [{ text: clip(title, nameSize, true, box.w, 2), bold: true }] },
    ...more.map((text) => ({ runs: [{ text: clip(text, nameSize, false, box.w, 1), color: "muted" as const }] }))
  ]
  const { h } = measure(paragraphs, nameSize, box.w)
  const used = h + nameGap
  return [
    textBlock({ box: { ...box, h }, paragraphs, size: nameSize }),
    trendChart(trend, { ...box, y: box.y + used, h: box.h - used })
  ]
}

/** How far a measure moved towards its target since a day: more than 0 is towards it. */
const movedBy = ({ points, measure: { start, target } }: Trend, since: string): number => {
  const then = points.findLast(({ date }) => date <= since) ?? points[0]
  const now = points.at(-1)
  return ((now?.value ?? 0) - (then?.value ?? 0)) * Math.sign(target - start)
}

const trendsTitle = (trends: ReadonlyArray<Trend>, since: string, day: string): string => {
  const towards = trends.filter((trend) => movedBy(trend, since) > 0).length
  const away = trends.filter((trend) => movedBy(trend, since) < 0).length
  const first = `${towards} of ${counted(trends.length, "headline measure")} moved towards ${towards === 1 ? "its" : "their"} target since ${day}`
  return away === 0 ? first : `${first}, ${away} moved away from ${away === 1 ? "it" : "theirs"}`
}

const trendSlides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const attentions = attentionOf(input.team.objectives, input)
  const { attention, others } = headlines(input.team.objectives, attentions, maxTrends)
  const trends = [...attention, ...others]
  if (trends.length < 2) return []
  const rows = rowsOf(bodyBox, Math.ceil(trends.length / trendColumns))
  const columns = Math.min(trendColumns, trends.length)
  const places = rows.flatMap((row) => columnsOf(row, columns))
  return [
    contentSlide({
      layout: "titleOnly",
      key: `${subjectKey(input, "overTime")} trends`,
      section: "Review",
      title: trendsTitle(trends, input.since, sinceText(input)),
      blocks: trends.flatMap((trend, index) =>
        namedTrend(trend, places[index] ?? bodyBox, [trend.objective.title, trend.measure.name])
      ),
      notes: ""
    })
  ]
}

/** The statuses as stacked columns, the good ones at the bottom. */
export const flowChart = (samples: ReadonlyArray<StatusSample>): ColumnChart => ({
  kind: "chart",
  chart: "column",
  box: bodyBox,
  placeholder: "body",
  dates: samples.map(({ date }) => date),
  series: (["achieved", "on_track", "draft", "at_risk", "off_track", "missed"] as const)
    .filter((status) => samples.some(({ counts }) => counts[status] > 0))
    .map((status) => ({
      name: objectiveMarks[status].word,
      color: objectiveMarks[status].color,
      values: samples.map(({ counts }) => counts[status])
    })),
  alt: `Objectives by status on ${counted(samples.length, "day")}: ${statusOrder
    .map(
      (status) => `${objectiveMarks[status].word} ${samples[0]?.counts[status]} to ${samples.at(-1)?.counts[status]}`
    )
    .join(", ")}`
})

/** `3 objectives are at risk or off track, 1 on 1 September; 12 are on track, 13 then`. */
export const flowTitle = (samples: ReadonlyArray<StatusSample>, day: string): string => {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined) return ""
  const [then, now] = [standingFrom(first.counts), standingFrom(last.counts)]
  const verb = (count: number) => (count === 1 ? "is" : "are")
  const risk = `${counted(now.atRisk, "objective")} ${verb(now.atRisk)} at risk or off track, ${then.atRisk} on ${day}`
  const achieved = `${now.achieved} ${verb(now.achieved)} achieved, ${then.achieved} then`
  return `${risk.slice(0, 1).toUpperCase()}${risk.slice(1)}; ${achieved}`
}

const flowSlides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const samples = statusFlow(input)
  if (samples.length < 2) return []
  return [
    contentSlide({
      layout: "chart",
      key: subjectKey(input, "overTime"),
      section: "Review",
      title: flowTitle(samples, sinceText(input)),
      blocks: [flowChart(samples)],
      notes: ""
    })
  ]
}

/** How statuses and the headline measures moved; no slide for what did not. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => [...flowSlides(input), ...trendSlides(input)]
