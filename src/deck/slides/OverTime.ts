import { attentionOf } from "../facts/Attention.ts"
import { daysBetween, dayText, sinceText } from "../facts/Dates.ts"
import { counted } from "../facts/Numbers.ts"
import { statusOrder } from "../facts/Progress.ts"
import { behindSchedule, shareTitle } from "../facts/ShareText.ts"
import { standingFrom } from "../facts/Standing.ts"
import { objectiveMarks, seriesLook } from "../facts/Statuses.ts"
import { statusFlow } from "../facts/StatusFlow.ts"
import { headlines, type Trend } from "../facts/Trend.ts"
import type { DeckContext, DeckInput, StatusSample } from "../Input.ts"
import type { ColumnChart, SlidePlan } from "../Plan.ts"
import { textBlock } from "../text/Fit.ts"
import { lineHeight } from "../text/Metrics.ts"
import { bodyBox, contentSlide } from "./Frame.ts"
import { subjectKey } from "./Keys.ts"
import type { LinkedSlide } from "./Links.ts"
import { columnsOf, gap, rowsOf } from "./Paging.ts"
import { namedTrend } from "./TrendCharts.ts"

/** The most trends of objectives that need attention, and the most of the others. */
const maxTrends = 3
const trendColumns = 3
const minTrends = 2

/** The legend for all charts of the slide. */
const legend = "Solid: measured · dashed: target · dotted: expected"
const legendHeight = lineHeight(12)

/** How far a measure moved towards its target since a day: more than 0 is towards it. */
const movedBy = ({ points, measure: { start, target } }: Trend, since: string): number => {
  const then = points.findLast(({ date }) => date <= since) ?? points[0]
  const now = points.at(-1)
  return ((now?.value ?? 0) - (then?.value ?? 0)) * Math.sign(target - start)
}

/** Whether a measure is behind the line from its start to its target on a day; false without a due date. */
const isBehind = ({ measure: { start, target, value }, pace }: Trend, date: string): boolean => {
  if (pace === null) return false
  const [from, to] = pace
  const gone = Math.min(1, daysBetween(from.date, date) / daysBetween(from.date, to.date))
  return (value - start) / (target - start) < gone
}

const trendsTitle = (trends: ReadonlyArray<Trend>, context: DeckContext): string => {
  const day = sinceText(context)
  const behind = trends.filter((trend) => isBehind(trend, context.date)).length
  const towards = trends.filter((trend) => movedBy(trend, context.since) > 0).length
  const nouns = { one: "headline measure", many: "headline measures" }
  const [is, are] = [`moved towards its target since ${day}`, `moved towards their targets since ${day}`]
  if (trends.every(({ pace }) => pace === null)) return shareTitle(towards, trends.length, { ...nouns, is, are })
  const share = shareTitle(behind, trends.length, { ...nouns, ...behindSchedule })
  return `${share}; ${towards === 0 ? "none" : towards} ${towards <= 1 ? is : are}`
}

const trendSlides = (input: DeckInput, otherKeys: ReadonlyArray<string>): ReadonlyArray<LinkedSlide> => {
  const attentions = attentionOf(input.team.objectives, input)
  const { attention, others } = headlines(input.team.objectives, attentions, maxTrends)
  const trends = [...attention, ...others]
  if (trends.length < minTrends) return []
  const columns = trends.length === 4 ? 2 : Math.min(trendColumns, trends.length)
  const box = { ...bodyBox, h: bodyBox.h - legendHeight - gap }
  const places = rowsOf(box, Math.ceil(trends.length / columns)).flatMap((row) => columnsOf(row, columns))
  const slide = contentSlide({
    layout: "titleOnly",
    key: `${subjectKey(input, "overTime")} trends`,
    section: "Review",
    title: trendsTitle(trends, input),
    blocks: [
      ...trends.flatMap((trend, index) =>
        namedTrend(trend, places[index] ?? box, [trend.objective.title, trend.measure.name], false)
      ),
      textBlock({
        box: { ...bodyBox, y: bodyBox.y + bodyBox.h - legendHeight, h: legendHeight },
        paragraphs: [{ runs: [{ text: legend }] }],
        size: 12,
        color: "muted"
      })
    ],
    notes: ""
  })
  return [{ ...slide, otherKeys }]
}

/** The statuses as stacked columns, the good ones at the bottom. */
const stacking = ["achieved", "on_track", "draft", "at_risk", "off_track", "missed"] as const

export const flowChart = (samples: ReadonlyArray<StatusSample>): ColumnChart => {
  const [first, last] = [samples[0], samples.at(-1)]
  return {
    kind: "chart",
    chart: "column",
    box: bodyBox,
    placeholder: "body",
    dates: samples.map(({ date }) => date),
    series: stacking
      .filter((status) => samples.some(({ counts }) => counts[status] > 0))
      .map((status) => ({
        ...seriesLook(objectiveMarks[status]),
        values: samples.map(({ counts }) => counts[status])
      })),
    alt: `Objectives by status on ${counted(samples.length, "day")}: ${statusOrder
      .map((status) => `${objectiveMarks[status].word} ${first?.counts[status] ?? 0} to ${last?.counts[status] ?? 0}`)
      .join(", ")}`
  }
}

/** The statuses that a title may count, the most important first. */
const countedStatuses = [["off_track", "missed"], ["at_risk"], ["on_track"], ["draft"]] as const

/** `4 of 25 objectives are off track or missed, none on 1 September; 3 achieved since`: the first day is that of the samples. */
export const flowTitle = (samples: ReadonlyArray<StatusSample>, date: string): string => {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined) return ""
  const there = countedStatuses
    .map((statuses) => statuses.filter((status) => first.counts[status] + last.counts[status] > 0))
    .find(({ length }) => length > 0)
  const statuses = there ?? ["achieved" as const]
  const sumOf = ({ counts }: StatusSample) => statuses.reduce((sum, status) => sum + counts[status], 0)
  const [then, now] = [sumOf(first), sumOf(last)]
  const words = statuses.map((status) => objectiveMarks[status].word.toLowerCase()).join(" or ")
  const nouns = { one: "objective", many: "objectives", is: `is ${words}`, are: `are ${words}` }
  const share = shareTitle(now, standingFrom(last.counts).all, nouns)
  const before = now === then ? "as many as" : then === 0 ? "none" : then
  const achieved = last.counts.achieved - first.counts.achieved
  const since = achieved > 0 && there !== undefined ? `; ${achieved} achieved since` : ""
  return `${share}, ${before} on ${dayText(first.date, date)}${since}`
}

const flowSlides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const samples = statusFlow(input)
  if (samples.length < minTrends) return []
  return [
    contentSlide({
      layout: "chart",
      key: subjectKey(input, "overTime"),
      section: "Review",
      title: flowTitle(samples, input.date),
      blocks: [flowChart(samples)],
      notes: ""
    })
  ]
}

/** How statuses and the headline measures moved; there is no slide for what did not move. */
export const slides = (input: DeckInput): ReadonlyArray<LinkedSlide> => {
  const flow = flowSlides(input)
  return [...flow, ...trendSlides(input, flow.length === 0 ? [subjectKey(input, "overTime")] : [])]
}
