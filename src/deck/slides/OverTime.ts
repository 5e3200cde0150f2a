import { attentionOf } from "../facts/Attention.ts"
import { sinceText } from "../facts/DeckDates.ts"
import { behindSchedule, shareTitle } from "../facts/ShareText.ts"
import { gapOf, type Headlines, headlines, type Trend } from "../facts/TrendFacts.ts"
import type { DeckContext, DeckInput } from "../Input.ts"
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

/** How the headline measures moved; there is no slide for what did not move. */
export const slides = (input: DeckInput): ReadonlyArray<LinkedSlide> => {
  const { objectives } = input.team
  const chosen = headlines(objectives, attentionOf(objectives, input), { date: input.date, max: maxTrends })
  return trendSlides(chosen, {
    context: input,
    key: `${subjectKey(input, "overTime")} trends`,
    otherKeys: [subjectKey(input, "overTime")],
    nameOf: ({ objective }) => objective.title
  })
}
