import type { Objective } from "../../../domain/state/State.ts"
import type { Block, Box } from "../../DeckPlan.ts"
import type { ProgressRow } from "../../facts/Progress.ts"
import { furthestFirst, type Trend, trendsOf } from "../../facts/TrendFacts.ts"
import type { DeckInput } from "../../Input.ts"
import { textBlock } from "../../text/Fit.ts"
import { lineHeight } from "../../text/Metrics.ts"
import { bodyBox } from "../ContentSlide.ts"
import { prose } from "../Description.ts"
import { below, columnGap, columnsOf, type Flow, gap, stacked, take } from "../Paging.ts"
import { namedTrend } from "../TrendCharts.ts"
import { factsTable, initiativeList, initiativeTable, measureTable, notesTable } from "./ObjectiveTables.ts"

/** How much of an objective its first slide tries to show. The first attempt that shows everything is used. */
interface Attempt {
  /** Points, of tables. */
  readonly size: number
  readonly notes: number
  readonly charts: number
  /** Inches of the description beside measures. */
  readonly description: number
  /** Initiatives as lines, which take less room than a table's rows. */
  readonly lines: boolean
}

const attempts: ReadonlyArray<Attempt> = [
  { size: 14, notes: 4, charts: 2, description: 1.6, lines: false },
  { size: 12, notes: 4, charts: 2, description: 1.6, lines: false },
  { size: 12, notes: 3, charts: 2, description: 1.2, lines: true },
  { size: 12, notes: 2, charts: 1, description: 0.9, lines: true },
  { size: 12, notes: 1, charts: 1, description: 0.7, lines: true },
  { size: 12, notes: 2, charts: 0, description: 0.9, lines: true }
]
const whenPaged: Attempt = { size: 12, notes: 2, charts: 2, description: 1.2, lines: false }

/** Inches. */
const sideWidth = 4.6
const maxProse = 4
const minChart = 1.7
const minNarrowChart = 3.6
const remarkHeight = lineHeight(12, true)

/** A side lower than this stands below the charts instead. */
const minSide = 2

/** The measures that are furthest from their targets, as many as have room, in the objective's order. */
const chartsOf = (
  { date }: DeckInput,
  { objective }: ProgressRow,
  width: number,
  max: number
): ReadonlyArray<Trend> => {
  const trends = trendsOf(objective, date)
  const count = Math.min(max, Math.floor((width + columnGap) / (minNarrowChart + columnGap)))
  const worst = furthestFirst(trends).slice(0, count)
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
const main = (input: DeckInput, row: ProgressRow, box: Box, attempt: Attempt): Omit<Page, "side"> => {
  const { objective } = row
  const trends = chartsOf(input, row, box.w, attempt.charts)
  const reserved = trends.length === 0 ? 0 : minChart + gap
  const maxHeight = objective.progress.length === 0 ? maxProse : attempt.description
  const words = prose(objective.description, { ...box, h: Math.min(box.h - reserved, maxHeight) }, input.notes)
  const afterWords = below(box, words.height)
  const table = take(measureTable(objective, input.date, attempt.size), {
    ...afterWords,
    h: Math.max(0, afterWords.h - reserved)
  })
  const free = below(afterWords, table.height)
  const charts = trends.length === 0 || free.h < minChart ? [] : chartsIn(trends, free)
  return { blocks: [...words.blocks, ...table.blocks, ...charts], measures: table.rest }
}

const heightOf = (flow: Flow | null, box: Box): number => {
  const { height, rest } = take(flow, box)
  return rest === null ? height : box.h
}

const stackedAll = (parts: ReadonlyArray<Flow>): Flow | null =>
  parts.reduce<Flow | null>((all, part) => stacked(all, part), null)

/** The side's parts beside each other below the main part; null if they leave no room for its charts. */
const withLowSide = (
  input: DeckInput,
  row: ProgressRow,
  box: Box,
  attempt: Attempt,
  parts: ReadonlyArray<Flow>
): Page | null => {
  const places = columnsOf(box, parts.length)
  const height = Math.max(...parts.map((flow, index) => heightOf(flow, places[index] ?? box)))
  const upper = main(input, row, { ...box, h: box.h - height - gap }, attempt)
  const isCharted = upper.blocks.some(({ kind }) => kind === "chart")
  if (!isCharted && chartsOf(input, row, box.w, attempt.charts).length > 0) return null
  const lower = parts.flatMap((flow, index) => {
    const place = places[index] ?? box
    return flow.take({ ...place, y: box.y + box.h - height, h: height }).blocks
  })
  return { blocks: [...upper.blocks, ...lower], measures: upper.measures, side: null }
}

/** Both columns; a side that is too low for a column stands below the main part where there is room for it. */
const arranged = (input: DeckInput, row: ProgressRow, box: Box, attempt: Attempt, parts: ReadonlyArray<Flow>): Page => {
  const side = stackedAll(parts)
  const sideBox: Box = { ...box, x: box.x + box.w - sideWidth, w: sideWidth }
  const low = heightOf(side, sideBox) < minSide ? withLowSide(input, row, box, attempt, parts) : null
  if (low !== null) return low
  const left = main(input, row, { ...box, w: box.w - sideWidth - columnGap }, attempt)
  const right = take(side, sideBox)
  return { blocks: [...left.blocks, ...right.blocks], measures: left.measures, side: right.rest }
}

const hasMain = ({ progress, description }: Objective): boolean => progress.length > 0 || description.trim() !== ""

/** The first slide of an objective. */
const firstPage = (input: DeckInput, row: ProgressRow, attempt: Attempt): Page => {
  const { objective } = row
  const facts = take(factsTable(input, row, attempt.size), bodyBox)
  const box = below(bodyBox, facts.height)
  const initiatives = attempt.lines ? initiativeList(objective, attempt.size) : initiativeTable(objective, attempt.size)
  const parts = [notesTable(objective, attempt.size, attempt.notes), initiatives].filter((flow) => flow !== null)
  const page = ({ blocks, ...rest }: Page): Page => ({ ...rest, blocks: [...facts.blocks, ...blocks] })
  if (parts.length === 0) return page({ ...main(input, row, box, attempt), side: null })
  if (hasMain(objective)) return page(arranged(input, row, box, attempt, parts))
  const { blocks, rest } = take(stackedAll(parts), box)
  return page({ blocks, measures: null, side: rest })
}

/** Further measures and initiatives: beside each other where there are both, else in two columns. */
const nextPage = ({ measures, side }: Page, box: Box): Page => {
  const [left = box, right = box] = columnsOf(box, 2)
  if (measures !== null && side !== null) {
    const [first, second] = [measures.take(left), side.take(right)]
    return { blocks: [...first.blocks, ...second.blocks], measures: first.rest, side: second.rest }
  }
  const first = take(measures ?? side, left)
  const second = take(first.rest, right)
  const blocks = [...first.blocks, ...second.blocks]
  return measures === null
    ? { blocks, measures: null, side: second.rest }
    : { blocks, measures: second.rest, side: null }
}

const isDone = ({ measures, side }: Page): boolean => measures === null && side === null

const remark = (text: string): Block =>
  textBlock({
    box: { ...bodyBox, y: bodyBox.y + bodyBox.h - remarkHeight, h: remarkHeight },
    paragraphs: [{ runs: [{ text, italic: true }] }],
    size: 12,
    color: "muted"
  })

/** With more than this no attempt to show everything on one slide succeeds, and trying takes long. */
const isLarge = ({ initiatives, progress }: Objective): boolean => initiatives.length > 30 || progress.length > 10

/** An objective on as many slides as it takes, at most `maxPages`. The last one says if something is left out. */
export const objectivePages = (
  input: DeckInput,
  row: ProgressRow,
  maxPages: number
): ReadonlyArray<ReadonlyArray<Block>> => {
  for (const attempt of isLarge(row.objective) ? [] : attempts) {
    const page = firstPage(input, row, attempt)
    if (isDone(page)) return [page.blocks]
  }
  let page = firstPage(input, row, whenPaged)
  const all = [page.blocks]
  const lower = { ...bodyBox, h: bodyBox.h - remarkHeight - 0.05 }
  while (!isDone(page) && all.length < maxPages) {
    page = nextPage(page, lower)
    all.push(page.blocks)
  }
  if (isDone(page) || all.length === 1) return all
  return [...all.slice(0, -1), [...(all.at(-1) ?? []), remark("Some details of this objective are not shown.")]]
}
