import { worstFirst } from "../../shared/Statuses.ts"
import {
  type BarChart,
  type Block,
  barChartHeight,
  barLabelWidth,
  chartTextSize,
  maxBars,
  type SlidePlan
} from "../DeckPlan.ts"
import { sinceText } from "../facts/DeckDates.ts"
import { counted, percentText } from "../facts/DeckNumbers.ts"
import { measuredRows, type ProgressRow, progressSummary } from "../facts/Progress.ts"
import { behindScheduleText } from "../facts/ShareText.ts"
import { objectiveMarks, seriesLook } from "../facts/StatusFacts.ts"
import type { DeckInput } from "../Input.ts"
import { fromLeft, fromRight, fromTheRight, inLine } from "../text/Direction.ts"
import { clip, textBlock } from "../text/Fit.ts"
import { lineHeight, widthOf } from "../text/Metrics.ts"
import { bodyBox, series } from "./ContentSlide.ts"
import { subjectKey } from "./SlideIds.ts"

const remarkHeight = lineHeight(12, true)

/** The room for bars when a remark stands below them. */
const chartBox = { ...bodyBox, h: bodyBox.h - remarkHeight }
const barsPerSlide = maxBars(chartBox)
const maxSlides = { full: 4, board: 2 }

/** With fewer bars there is no slide; the objectives' own slides have the figures. */
const minBars = 2

const signed = (delta: number | null): string =>
  delta === null || delta === 0 ? "" : ` (${delta > 0 ? "+" : "−"}${Math.abs(delta)})`

/** The name as far as there is room, and behind it the points since the day compared with. */
const labelOf = ({ objective, delta }: ProgressRow, width: number): string => {
  const more = signed(delta)
  const title = clip(objective.title, chartTextSize, false, width - widthOf(more, chartTextSize, false), 1)
  return fromTheRight(title) && more !== "" ? `${fromRight(title)} ${fromLeft(more.trim())}` : `${inLine(title)}${more}`
}

const chartOf = (rows: ReadonlyArray<ProgressRow>): BarChart => {
  const box = { ...bodyBox, h: barChartHeight(chartBox, rows.length) }
  const width = barLabelWidth(box)
  return {
    kind: "chart",
    chart: "bar",
    box,
    placeholder: "body",
    categories: rows.map((row) => ({ name: row.objective.title, label: labelOf(row, width) })),
    series: worstFirst
      .filter((status) => rows.some(({ objective }) => objective.status === status))
      .map((status) => ({
        ...seriesLook(objectiveMarks[status]),
        values: rows.map(({ objective, pace }) => (objective.status === status ? pace.percent : null))
      })),
    expected: { name: "Expected", values: rows.map(({ pace }) => pace.expected) },
    unit: "percent",
    max: 100,
    alt: `Progress of ${counted(rows.length, "objective")}: ${rows
      .map(({ objective, pace }) => `${objective.title} ${percentText(pace.percent)}`)
      .join("; ")}`
  }
}

const remarkOf = (rows: ReadonlyArray<ProgressRow>, left: number, since: string): string =>
  [
    ...(rows.some(({ delta }) => signed(delta) !== "") ? [`In brackets: points since ${since}.`] : []),
    ...(left === 0 ? [] : [`${counted(left, "more measured objective")} not shown.`])
  ].join(" ")

const pageOf = (rows: ReadonlyArray<ProgressRow>, left: number, since: string): ReadonlyArray<Block> => {
  const chart = chartOf(rows)
  const text = remarkOf(rows, left, since)
  if (text === "") return [chart]
  const box = { ...bodyBox, y: chart.box.y + chart.box.h, h: remarkHeight }
  return [chart, textBlock({ box, paragraphs: [{ runs: [{ text }] }], size: 12, color: "muted" })]
}

const titleOf = (rows: ReadonlyArray<ProgressRow>): string => {
  const { average, measured, behind, scheduled } = progressSummary(rows)
  const mean = `${counted(measured, "measured objective")} ${measured === 1 ? "is" : "are"} at ${percentText(average)} on average`
  return scheduled === 0 ? mean : `${mean}; ${behindScheduleText(behind, scheduled)}`
}

/** All measured objectives in the deck's order, as many slides as they take; none for fewer than two. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const rows = measuredRows(input.team.objectives, input)
  if (rows.length < minBars) return []
  const count = Math.min(maxSlides[input.detail], Math.ceil(rows.length / barsPerSlide))
  const each = Math.min(barsPerSlide, Math.ceil(rows.length / count))
  const left = Math.max(0, rows.length - count * each)
  return series({
    layout: "chart",
    key: subjectKey(input, "progress"),
    section: "Review",
    title: titleOf(rows),
    pages: Array.from({ length: count }, (_, page) =>
      pageOf(rows.slice(page * each, (page + 1) * each), page === count - 1 ? left : 0, sinceText(input))
    )
  })
}
