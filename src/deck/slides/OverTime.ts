import { atRiskPoints } from "../../shared/Pace.ts"
import { measuredRows, type ProgressRow, progressSummary } from "../facts/Progress.ts"
import { behindSchedule, shareTitle } from "../facts/ShareText.ts"
import { headlines, type Trend } from "../facts/TrendFacts.ts"
import { inLine } from "../text/Direction.ts"
import { measure, textBlock } from "../text/Fit.ts"
import { bodyBox, contentSlide } from "./ContentSlide.ts"
import { columnsOf, gap, rowsOf } from "./Paging.ts"
import type { Review } from "./Review.ts"
import type { LinkedSlide } from "./SlideLinks.ts"
import { namedTrend, rateText } from "./TrendCharts.ts"

const minTrends = 3
const maxTrends = 6
const trendColumns = 3

/** Explains all charts of the slide. */
const legendText =
  "Solid: measured · short dashes: at this rate · dashed: target · dotted: expected. Counted are objectives with measures and a due date; each chart shows the measure furthest from its target."

/** `, 5 by 20 points or more`, of those that are behind. */
const farText = (behind: number, far: number): string => {
  if (far === 0) return `, by less than ${atRiskPoints} points`
  const count = far < behind ? `${far} ` : behind === 1 ? "" : behind === 2 ? "both " : "all "
  return `, ${count}by ${atRiskPoints} points or more`
}

const isUncharted = ({ objective: { status, progress }, pace }: ProgressRow): boolean =>
  status !== "draft" && (pace.gap ?? 0) > 0 && progress.every(({ checkIns }) => checkIns.length === 0)

/** Says of all measured objectives how many are behind, and which of them the charts show. */
const titleOf = (rows: ReadonlyArray<ProgressRow>, shown: number, all: number): string => {
  const { behind, farBehind, scheduled } = progressSummary(rows)
  if (scheduled === 0)
    return `${shown} of ${all} open objectives with check-ins, the least done first: none has a due date`
  const nouns = { one: "open objective", many: "open objectives" }
  const share = shareTitle(behind, scheduled, { ...nouns, ...behindSchedule })
  if (behind === 0) return share
  const far = `${share}${farText(behind, farBehind)}`
  return behind <= shown
    ? far
    : `${far} (the worst ${shown}${rows.some(isUncharted) ? " with check-ins" : ""} are shown)`
}

/** The charts of the measures that are furthest behind, on one slide; none for fewer than three. */
export const trendSlides = ({ context: { date }, inputs, isTeamNamed, keyOf }: Review): ReadonlyArray<LinkedSlide> => {
  const rows = inputs.flatMap((input) => measuredRows(input.team.objectives, input))
  const all = headlines(rows, date)
  const trends = all.slice(0, maxTrends)
  if (trends.length < minTrends) return []
  const teams = new Map(inputs.flatMap(({ team }) => team.objectives.map(({ id }) => [id, team.name] as const)))
  const nameOf = ({ objective: { id, title } }: Trend): string =>
    isTeamNamed ? `${inLine(teams.get(id) ?? "")}: ${inLine(title)}` : title
  const columns = trends.length === 4 ? 2 : trendColumns
  const legend = [{ runs: [{ text: legendText }] }]
  const legendHeight = measure(legend, 12, bodyBox.w).h
  const box = { ...bodyBox, h: bodyBox.h - legendHeight - gap }
  const places = rowsOf(box, Math.ceil(trends.length / columns)).flatMap((row) => columnsOf(row, columns))
  return [
    contentSlide({
      ...{ layout: "titleOnly", key: keyOf("trends"), section: "Review", notes: "" },
      title: titleOf(rows, trends.length, all.length),
      blocks: [
        ...trends.flatMap((trend, index) =>
          namedTrend(
            trend,
            places[index] ?? box,
            [nameOf(trend), [trend.measure.name, ...rateText(trend, date)].join(" · ")],
            false
          )
        ),
        textBlock({
          box: { ...bodyBox, y: bodyBox.y + bodyBox.h - legendHeight, h: legendHeight },
          paragraphs: legend,
          size: 12,
          color: "muted"
        })
      ]
    })
  ]
}
