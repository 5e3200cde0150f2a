import { worstFirst } from "../../shared/Statuses.ts"
import type { ColumnChart, SlidePlan } from "../DeckPlan.ts"
import { attentionOf } from "../facts/Attention.ts"
import { dayText, sinceText } from "../facts/DeckDates.ts"
import { counted } from "../facts/DeckNumbers.ts"
import { type Message, messagesOf } from "../facts/Messages.ts"
import { behindSchedule, shareTitle } from "../facts/ShareText.ts"
import { objectiveMarks, seriesLook } from "../facts/StatusFacts.ts"
import { statusFlow } from "../facts/StatusFlow.ts"
import { gapOf, type Headlines, headlines, type Trend } from "../facts/TrendFacts.ts"
import { newWords, survivors, type ThenAndNow, thenAndNow } from "../facts/Worst.ts"
import type { DeckContext, DeckInput, StatusSample } from "../Input.ts"
import { measure, textBlock } from "../text/Fit.ts"
import { bodyBox, contentSlide } from "./ContentSlide.ts"
import { columnsOf, gap, rowsOf } from "./Paging.ts"
import { subjectKey } from "./SlideIds.ts"
import type { LinkedSlide } from "./SlideLinks.ts"
import { namedTrend } from "./TrendCharts.ts"

/** The most trends of objectives that need attention, and the most of the others. */
export const maxTrends = 3
const trendColumns = 3
const minTrends = 2

/** The legend for all charts of the slide, and which measures they show. */
const legendOf = ({ trends, of }: Headlines): string => {
  const lines = "Solid: measured · dashed: target · dotted: expected"
  const chosen = "each objective’s first measure, or the one furthest behind"
  return of === trends.length
    ? `${lines} · ${chosen}`
    : `${lines} · ${trends.length} of ${of} objectives, worst first: ${chosen}`
}

/** How far a measure moved towards its target since a day: more than 0 is towards it. */
const movedBy = ({ points, measure: { start, target } }: Trend, since: string): number => {
  const then = points.findLast(({ date }) => date <= since) ?? points[0]
  const now = points.at(-1)
  return ((now?.value ?? 0) - (then?.value ?? 0)) * Math.sign(target - start)
}

const trendsTitle = (trends: ReadonlyArray<Trend>, context: DeckContext): string => {
  const day = sinceText(context)
  const behind = trends.filter((trend) => (gapOf(trend, context.date) ?? 0) > 0).length
  const towards = trends.filter((trend) => movedBy(trend, context.since) > 0).length
  const nouns = { one: "headline measure", many: "headline measures" }
  const away = trends.filter((trend) => movedBy(trend, context.since) < 0).length
  const targets = (count: number) => (count <= 1 ? "its target" : "their targets")
  const moved =
    towards === 0 && away > 0
      ? `${away} moved away from ${targets(away)}`
      : `${towards === 0 ? "none" : towards} moved towards ${targets(towards)}${away === 0 ? "" : ` and ${away} away`}`
  if (trends.every(({ pace }) => pace === null)) return `Of ${trends.length} headline measures, ${moved} since ${day}`
  return `${shareTitle(behind, trends.length, { ...nouns, ...behindSchedule })}; ${moved} since ${day}`
}

/** The charts of headline measures on one slide; none for fewer than two. `nameOf` is what stands over a chart. */
export const trendSlides = (
  chosen: Headlines,
  slide: {
    readonly context: DeckContext
    readonly key: string
    readonly otherKeys: ReadonlyArray<string>
    readonly nameOf: (trend: Trend) => string
  }
): ReadonlyArray<LinkedSlide> => {
  const { trends } = chosen
  const { context, key, otherKeys, nameOf } = slide
  if (trends.length < minTrends) return []
  const columns = trends.length === 4 ? 2 : Math.min(trendColumns, trends.length)
  const legend = [{ runs: [{ text: legendOf(chosen) }] }]
  const legendHeight = measure(legend, 12, bodyBox.w).h
  const box = { ...bodyBox, h: bodyBox.h - legendHeight - gap }
  const places = rowsOf(box, Math.ceil(trends.length / columns)).flatMap((row) => columnsOf(row, columns))
  const content = contentSlide({
    layout: "titleOnly",
    key,
    section: "Review",
    title: trendsTitle(trends, context),
    blocks: [
      ...trends.flatMap((trend, index) =>
        namedTrend(trend, places[index] ?? box, [nameOf(trend), trend.measure.name], false)
      ),
      textBlock({
        box: { ...bodyBox, y: bodyBox.y + bodyBox.h - legendHeight, h: legendHeight },
        paragraphs: legend,
        size: 12,
        color: "muted"
      })
    ],
    notes: ""
  })
  return [{ ...content, otherKeys }]
}

/** The statuses as stacked columns, the good ones at the bottom. */
export const flowChart = (samples: ReadonlyArray<StatusSample>): ColumnChart => {
  const [first, last] = [samples[0], samples.at(-1)]
  return {
    kind: "chart",
    chart: "column",
    box: bodyBox,
    placeholder: "body",
    dates: samples.map(({ date }) => date),
    series: worstFirst
      .toReversed()
      .filter((status) => samples.some(({ counts }) => counts[status] > 0))
      .map((status) => ({
        ...seriesLook(objectiveMarks[status]),
        values: samples.map(({ counts }) => counts[status])
      })),
    alt: `Objectives by status on ${counted(samples.length, "day")}: ${worstFirst
      .map((status) => `${objectiveMarks[status].word} ${first?.counts[status] ?? 0} to ${last?.counts[status] ?? 0}`)
      .join(", ")}`
  }
}

const moveWords = (messages: ReadonlyArray<Message>): ReadonlyArray<string> =>
  (["slipped", "achieved", "recovered"] as const).flatMap((kind) => {
    const count = messages.filter((message) => message.kind === kind).length
    const verb = kind === "achieved" ? (count === 1 ? "was achieved" : "were achieved") : kind
    return count === 0 ? [] : [`${count} ${verb}`]
  })

/** `Of 17 objectives on 1 September, 5 slipped, 3 were achieved; 8 are new`: the same objectives then and now. */
export const flowTitle = (
  compared: ThenAndNow,
  messages: ReadonlyArray<Message>,
  samples: ReadonlyArray<StatusSample>,
  date: string
): string => {
  const { length } = survivors(compared)
  const [first] = samples
  if (length === 0)
    return `${counted(compared.now.length, "objective")} since ${dayText(first?.date ?? date, date)}, by status`
  const moves = moveWords(messages)
  const begin = `Of ${counted(length, "objective")} on ${compared.since}`
  return [
    `${begin}, ${moves.length === 0 ? "none slipped and none was achieved" : moves.join(", ")}`,
    ...newWords(compared)
  ].join("; ")
}

const flowSlides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const samples = statusFlow(input)
  if (samples.length < minTrends) return []
  return [
    contentSlide({
      layout: "chart",
      key: subjectKey(input, "overTime"),
      section: "Review",
      title: flowTitle(thenAndNow(input), messagesOf(input), samples, input.date),
      blocks: [flowChart(samples)],
      notes: ""
    })
  ]
}

/** How statuses and the headline measures moved; there is no slide for what did not move. */
export const slides = (input: DeckInput): ReadonlyArray<LinkedSlide> => {
  const { objectives } = input.team
  const flow = flowSlides(input)
  const chosen = headlines(objectives, attentionOf(objectives, input), { date: input.date, max: maxTrends })
  const trends = trendSlides(chosen, {
    context: input,
    key: `${subjectKey(input, "overTime")} trends`,
    otherKeys: flow.length === 0 ? [subjectKey(input, "overTime")] : [],
    nameOf: ({ objective }) => objective.title
  })
  return [...flow, ...trends]
}
