import type { Objective } from "../../domain/state/State.ts"
import { counted, percentText } from "../facts/Numbers.ts"
import { averagePercent, percentOf } from "../facts/Percent.ts"
import { countByStatus, objectiveMarks, objectiveStatuses } from "../facts/Statuses.ts"
import { progressTitle } from "../facts/Titles.ts"
import type { DeckInput } from "../Input.ts"
import { type Block, type Box, barLabelWidth, type ChartBlock, chartTextSize, type SlidePlan } from "../Plan.ts"
import { clip, textBlock } from "../text/Fit.ts"
import { bodyBox, contentSlide, continued } from "./Frame.ts"
import { take } from "./Paging.ts"
import { type Row, tableFlow } from "./Rows.ts"
import { cell, empty, head, markIn } from "./TableCells.ts"

const section = "Overview"
const barsPerSlide = 15
/** Points and inches of the counts beside it. */
const countsSize = 14
const countsWidth = 3.1
const markWidth = 0.35
const objectivesColumn = 1.3
const chartBox: Box = { ...bodyBox, w: bodyBox.w - countsWidth - 0.4 }
const countsBox: Box = { ...bodyBox, x: bodyBox.x + bodyBox.w - countsWidth, w: countsWidth }

interface Bar {
  readonly title: string
  readonly percent: number
}

const barsOf = (objectives: ReadonlyArray<Objective>): ReadonlyArray<Bar> =>
  objectives.flatMap((objective) => {
    const percent = percentOf(objective)
    return percent === null ? [] : [{ title: objective.title, percent }]
  })

const chart = (bars: ReadonlyArray<Bar>, box: Box): ChartBlock => {
  const nameOf = ({ title }: Bar) => clip(title, chartTextSize, false, barLabelWidth(box), 1)
  const named = bars.map((bar) => ({ title: bar.title, name: nameOf(bar), percent: bar.percent }))
  return {
    kind: "chart",
    chart: "bar",
    box,
    categories: named.map(({ title, name }) => ({ name: title, label: name })),
    series: [{ name: "Progress", values: bars.map(({ percent }) => percent), color: "accent" }],
    max: 100,
    unit: "percent",
    alt: `Progress of ${counted(bars.length, "objective")}: ${named
      .map(({ name, percent }) => `${name} ${percentText(percent)}`)
      .join("; ")}`
  }
}

/** How many objectives stand where, by shape and word. */
const countsTable = (objectives: ReadonlyArray<Objective>): ReadonlyArray<Block> => {
  const counts = countByStatus(objectives)
  const rows = objectiveStatuses.map((status): Row => {
    const look = objectiveMarks[status]
    const color = counts[status] === 0 ? "muted" : "ink"
    return {
      cells: [empty, cell(look.word, { color }), cell(String(counts[status]), { color, align: "end" })],
      marks: [markIn(0, look, countsSize)]
    }
  })
  const flow = tableFlow({
    columns: (width) => [markWidth, width - markWidth - objectivesColumn, objectivesColumn],
    size: countsSize,
    header: { cells: [head("Status", { columns: 2 }), head("Objectives", { align: "end" })], marks: [] },
    sections: [{ heading: null, again: null, rows }],
    alt: `Objectives by status: ${objectiveStatuses.map((each) => `${objectiveMarks[each].word} ${counts[each]}`).join(", ")}`
  })
  return take(flow, countsBox).blocks
}

const sentence = (text: string): Block =>
  textBlock({
    box: { ...chartBox, h: 1.2 },
    paragraphs: [{ runs: [{ text }] }],
    size: 16,
    color: "muted",
    placeholder: "body"
  })

const withoutBars = (objectives: ReadonlyArray<Objective>): ReadonlyArray<Block> =>
  objectives.length === 0
    ? [sentence("As soon as there are objectives, this page shows how far each of them has come.")]
    : [
        sentence("No objective has a measure yet. With a start, a target and check-ins, this page shows its progress."),
        ...countsTable(objectives)
      ]

const parts = <A>(list: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  const pages = Math.ceil(list.length / barsPerSlide)
  const each = Math.ceil(list.length / Math.max(1, pages))
  return Array.from({ length: pages }, (_, page) => list.slice(page * each, (page + 1) * each))
}

const notesOf = (objectives: ReadonlyArray<Objective>, measured: number): string => {
  const without = objectives.length - measured
  const average = averagePercent(objectives)
  if (average === null) return ""
  const silent =
    without === 0 ? "" : ` ${counted(without, "objective")} without measures ${without === 1 ? "is" : "are"} not shown.`
  return `Each bar is the mean of an objective's measures; on average ${percentText(average)}.${silent}`
}

/** One bar for each objective that has measures, in the team's order; the first slide counts the statuses beside it. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const { objectives } = input.team
  const bars = barsOf(objectives)
  const title = progressTitle(input)
  const notes = notesOf(objectives, bars.length)
  if (bars.length === 0) return [contentSlide({ section, title, blocks: withoutBars(objectives), notes })]
  const pages = parts(bars)
  return pages.map((page, index) => {
    const blocks = index === 0 ? [chart(page, chartBox), ...countsTable(objectives)] : [chart(page, bodyBox)]
    return contentSlide({ section, title: continued(title, index + 1, pages.length), blocks, notes })
  })
}
