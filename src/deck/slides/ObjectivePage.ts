import { percentOfMeasure } from "../facts/Percent.ts"
import type { ProgressRow } from "../facts/Progress.ts"
import type { Trend } from "../facts/Trend.ts"
import { trendsOf } from "../facts/Trend.ts"
import type { DeckInput } from "../Input.ts"
import type { Block, Box } from "../Plan.ts"
import { textBlock } from "../text/Fit.ts"
import { lineHeight } from "../text/Metrics.ts"
import { prose } from "./Description.ts"
import { bodyBox } from "./Frame.ts"
import { factsTable, initiativeTable, measureTable, notesTable } from "./ObjectiveTables.ts"
import { namedTrend } from "./OverTime.ts"
import { below, columnGap, columnsOf, type Flow, gap, stacked, take } from "./Paging.ts"

/** Inches. */
const sideWidth = 4.6
const maxDescription = { beside: 1.6, alone: 4 }
const minChart = 1.7
const remarkHeight = lineHeight(12, true)

/** A side lower than this stands below the charts instead. */
const minSide = 2

const maxCharts = 2
const maxNotes = 4

/** Points. */
const sizes: ReadonlyArray<number> = [14, 12]
const smallest = 12

/** The measures that are furthest from their targets, in the objective's order. */
const chartsOf = ({ objective }: ProgressRow): ReadonlyArray<Trend> => {
  const trends = trendsOf(objective)
  const worst = trends
    .toSorted((one, other) => percentOfMeasure(one.measure) - percentOfMeasure(other.measure))
    .slice(0, maxCharts)
  return trends.filter((trend) => worst.includes(trend))
}

const chartsIn = (trends: ReadonlyArray<Trend>, box: Box): ReadonlyArray<Block> =>
  columnsOf(box, trends.length).flatMap((place, index) => {
    const trend = trends[index]
    return trend === undefined ? [] : namedTrend(trend, place, [trend.measure.name])
  })

interface Page {
  readonly blocks: ReadonlyArray<Block>
  readonly measures: Flow | null
  readonly side: Flow | null
}

/** Description, measures and charts below each other; the charts take what is left. */
const main = (input: DeckInput, row: ProgressRow, box: Box, size: number): Omit<Page, "side"> => {
  const { objective } = row
  const trends = chartsOf(row)
  const reserved = trends.length === 0 ? 0 : minChart + gap
  const maxHeight = objective.progress.length === 0 ? maxDescription.alone : maxDescription.beside
  const words = prose(objective.description, { ...box, h: Math.min(box.h - reserved, maxHeight) }, input.notes)
  const afterWords = below(box, words.height)
  const table = take(measureTable(objective, size), { ...afterWords, h: Math.max(0, afterWords.h - reserved) })
  const free = below(afterWords, table.height)
  const charts = trends.length === 0 || free.h < minChart ? [] : chartsIn(trends, free)
  return { blocks: [...words.blocks, ...table.blocks, ...charts], measures: table.rest }
}

const heightOf = (flow: Flow | null, box: Box): number => {
  const { height, rest } = take(flow, box)
  return rest === null ? height : box.h
}

/** The first slide of an objective; tables with text of `size` points. */
const firstPage = (input: DeckInput, row: ProgressRow, size: number): Page => {
  const { objective } = row
  const facts = take(factsTable(input, row), bodyBox)
  const box = below(bodyBox, facts.height)
  const notes = notesTable(objective, size, maxNotes)
  const initiatives = initiativeTable(objective, size)
  const side = stacked(notes, initiatives)
  const hasMain = objective.progress.length > 0 || objective.description.trim() !== ""
  if (side === null) {
    const { blocks, measures } = main(input, row, box, size)
    return { blocks: [...facts.blocks, ...blocks], measures, side: null }
  }
  if (!hasMain) {
    const taken = side.take(box)
    return { blocks: [...facts.blocks, ...taken.blocks], measures: null, side: taken.rest }
  }
  const sideBox: Box = { ...box, x: box.x + box.w - sideWidth, w: sideWidth }
  if (heightOf(side, sideBox) >= minSide) {
    const left = main(input, row, { ...box, w: box.w - sideWidth - columnGap }, size)
    const right = side.take(sideBox)
    return { blocks: [...facts.blocks, ...left.blocks, ...right.blocks], measures: left.measures, side: right.rest }
  }
  const both = [notes, initiatives].filter((flow) => flow !== null)
  const places = columnsOf(box, both.length)
  const height = Math.max(...both.map((flow, index) => heightOf(flow, places[index] ?? box)))
  const upper = main(input, row, { ...box, h: box.h - height - gap }, size)
  const lower = both.flatMap((flow, index) => {
    const place = places[index] ?? box
    return flow.take({ ...place, y: box.y + box.h - height, h: height }).blocks
  })
  return { blocks: [...facts.blocks, ...upper.blocks, ...lower], measures: upper.measures, side: null }
}

/** Further measures and initiatives, beside each other where there are both. */
const nextPage = ({ measures, side }: Page, box: Box): Page => {
  if (measures !== null && side !== null) {
    const [left = box, right = box] = columnsOf(box, 2)
    const [first, second] = [measures.take(left), side.take(right)]
    return { blocks: [...first.blocks, ...second.blocks], measures: first.rest, side: second.rest }
  }
  const [left = box, right = box] = columnsOf(box, 2)
  const flow = measures ?? side
  const first = take(flow, left)
  const second = take(first.rest, right)
  const blocks = [...first.blocks, ...second.blocks]
  return measures !== null
    ? { blocks, measures: second.rest, side: null }
    : { blocks, measures: null, side: second.rest }
}

const isDone = ({ measures, side }: Page): boolean => measures === null && side === null

const remark = (text: string): Block =>
  textBlock({
    box: { ...bodyBox, y: bodyBox.y + bodyBox.h - remarkHeight, h: remarkHeight },
    paragraphs: [{ runs: [{ text, italic: true }] }],
    size: smallest,
    color: "muted"
  })

/** An objective on one slide, or as many as it takes, at most `maxPages`; the last says if it is not all. */
export const objectivePages = (
  input: DeckInput,
  row: ProgressRow,
  maxPages: number
): ReadonlyArray<ReadonlyArray<Block>> => {
  for (const size of sizes) {
    const page = firstPage(input, row, size)
    if (isDone(page)) return [page.blocks]
  }
  let page = firstPage(input, row, smallest)
  const all = [page.blocks]
  const lower = { ...bodyBox, h: bodyBox.h - remarkHeight - 0.05 }
  while (!isDone(page) && all.length < maxPages) {
    page = nextPage(page, lower)
    all.push(page.blocks)
  }
  const last = all.at(-1) ?? []
  if (isDone(page) || all.length === 1) return all
  return [...all.slice(0, -1), [...last, remark("Not everything of this objective is shown.")]]
}
