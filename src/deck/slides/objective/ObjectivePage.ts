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

/** How much of an objective its slide tries to show. The first attempt that shows everything is used. */
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
/** Where none does. */
const whenCut: Attempt = { size: 12, notes: 2, charts: 2, description: 1.2, lines: false }

/** Inches. */
const sideWidth = 4.6
const maxProse = 4
const minChart = 1.55
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

/** What stands in a part of the slide, and whether nothing is left out there. */
interface Part {
  readonly blocks: ReadonlyArray<Block>
  readonly isWhole: boolean
}

/** Description, measures and charts below each other; the charts take what is left. */
const main = (input: DeckInput, row: ProgressRow, box: Box, attempt: Attempt): Part => {
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
  return { blocks: [...words.blocks, ...table.blocks, ...charts], isWhole: table.rest === null }
}

const heightOf = (flow: Flow | null, box: Box): number => {
  const { height, rest } = take(flow, box)
  return rest === null ? height : box.h
}

const stackedAll = (parts: ReadonlyArray<Flow>): Flow | null =>
  parts.reduce<Flow | null>((all, part) => stacked(all, part), null)

/** The side's parts beside each other below the main part; null if they leave no room for all of it. */
const withLowSide = (
  input: DeckInput,
  row: ProgressRow,
  box: Box,
  attempt: Attempt,
  parts: ReadonlyArray<Flow>
): Part | null => {
  const places = columnsOf(box, parts.length)
  const height = Math.max(...parts.map((flow, index) => heightOf(flow, places[index] ?? box)))
  const upper = main(input, row, { ...box, h: box.h - height - gap }, attempt)
  const isCharted = upper.blocks.some(({ kind }) => kind === "chart")
  if (!upper.isWhole || (!isCharted && chartsOf(input, row, box.w, attempt.charts).length > 0)) return null
  const [end, lowest] = [box.y + box.h, Math.max(box.y, ...upper.blocks.map((block) => block.box.y + block.box.h))]
  const y = isCharted ? end - height : Math.min(end - height, lowest + gap)
  const lower = parts.flatMap((flow, index) => flow.take({ ...(places[index] ?? box), y, h: height }).blocks)
  return { blocks: [...upper.blocks, ...lower], isWhole: true }
}

/** Both columns; a side that is too low for a column stands below the main part where there is room for it. */
const arranged = (input: DeckInput, row: ProgressRow, box: Box, attempt: Attempt, parts: ReadonlyArray<Flow>): Part => {
  const side = stackedAll(parts)
  const sideBox: Box = { ...box, x: box.x + box.w - sideWidth, w: sideWidth }
  const low = heightOf(side, sideBox) < minSide ? withLowSide(input, row, box, attempt, parts) : null
  if (low !== null) return low
  const left = main(input, row, { ...box, w: box.w - sideWidth - columnGap }, attempt)
  const right = take(side, sideBox)
  return { blocks: [...left.blocks, ...right.blocks], isWhole: left.isWhole && right.rest === null }
}

const hasMain = ({ progress, description }: Objective): boolean => progress.length > 0 || description.trim() !== ""

const laidOut = (input: DeckInput, row: ProgressRow, whole: Box, attempt: Attempt): Part => {
  const { objective } = row
  const facts = take(factsTable(input, row, attempt.size), whole)
  const box = below(whole, facts.height)
  const initiatives = attempt.lines ? initiativeList(objective, attempt.size) : initiativeTable(objective, attempt.size)
  const parts = [notesTable(objective, attempt.size, attempt.notes), initiatives].filter((flow) => flow !== null)
  const withFacts = ({ blocks, isWhole }: Part): Part => ({ isWhole, blocks: [...facts.blocks, ...blocks] })
  if (parts.length === 0) return withFacts(main(input, row, box, attempt))
  if (hasMain(objective)) return withFacts(arranged(input, row, box, attempt, parts))
  const { blocks, rest } = take(stackedAll(parts), box)
  return withFacts({ blocks, isWhole: rest === null })
}

const cutRemark = textBlock({
  box: { ...bodyBox, y: bodyBox.y + bodyBox.h - remarkHeight, h: remarkHeight },
  paragraphs: [{ runs: [{ text: "Some details of this objective are not shown.", italic: true }] }],
  size: 12,
  color: "muted"
})

/** With more than this no attempt to show everything on one slide succeeds, and trying takes long. */
const isLarge = ({ initiatives, progress }: Objective): boolean => initiatives.length > 30 || progress.length > 10

/** An objective on one slide, which says if something is left out. */
export const objectiveBlocks = (input: DeckInput, row: ProgressRow): ReadonlyArray<Block> => {
  for (const attempt of isLarge(row.objective) ? [] : attempts) {
    const { blocks, isWhole } = laidOut(input, row, bodyBox, attempt)
    if (isWhole) return blocks
  }
  const upper = { ...bodyBox, h: bodyBox.h - remarkHeight - gap }
  const { blocks, isWhole } = laidOut(input, row, upper, whenCut)
  return isWhole ? blocks : [...blocks, cutRemark]
}
