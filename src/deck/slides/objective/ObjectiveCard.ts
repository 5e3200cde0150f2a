import { isOpen } from "../../../shared/Pace.ts"
import type { Block, Box, Paragraph, Run } from "../../DeckPlan.ts"
import { shortDate, sinceText } from "../../facts/DeckDates.ts"
import { atThisRate } from "../../facts/ForecastFacts.ts"
import type { ProgressRow } from "../../facts/Progress.ts"
import { objectiveMarks } from "../../facts/StatusFacts.ts"
import { type Trend, trendsOf } from "../../facts/TrendFacts.ts"
import type { DeckInput } from "../../Input.ts"
import { inLine } from "../../text/Direction.ts"
import { clip, measure, textBlock } from "../../text/Fit.ts"
import { markRuns } from "../../text/Glyphs.ts"
import { paragraphsOf } from "../../text/MarkdownRuns.ts"
import { objectivePage } from "../PageLinks.ts"
import { below, gap } from "../Paging.ts"
import { namedTrend } from "../TrendCharts.ts"
import {
  deltaWords,
  initiativeLines,
  measureWords,
  noteParagraphs,
  principleWords,
  progressWords
} from "./ObjectiveSlideTexts.ts"

/** Points. */
const titleSize = 16
const textSize = 12

const titleLines = 2

/** An objective with more than this has a slide of its own. */
const maxMeasures = 2
const maxInitiatives = 5
const maxNotes = 2
const maxDescriptionLines = 4

/** Inches. */
const minChart = 2

const dueRuns = ({ objective: { dueDate, status } }: ProgressRow, date: string): ReadonlyArray<Run> => {
  if (dueDate === null) return []
  const late: Run = { text: ", overdue", bold: true, color: "bad" }
  return [{ text: ` · due ${shortDate(dueDate)}` }, ...(isOpen(status) && dueDate < date ? [late] : [])]
}

const standing = (input: DeckInput, row: ProgressRow): Paragraph => {
  const delta = deltaWords(row, sinceText(input))
  const principles = principleWords(input.team, row.objective)
  const words = [progressWords(row), delta, principles === null ? null : `serves ${principles}`]
  return {
    runs: [
      ...markRuns(objectiveMarks[row.objective.status]),
      ...dueRuns(row, input.date),
      ...words.flatMap((text) => (text === null ? [] : [{ text: ` · ${text}` }]))
    ]
  }
}

interface Piece {
  readonly blocks: ReadonlyArray<Block>
  readonly height: number
}

const wordsIn = (paragraphs: ReadonlyArray<Paragraph>, box: Box, size: number): Piece => {
  if (paragraphs.length === 0) return { blocks: [], height: 0 }
  const { h } = measure(paragraphs, size, box.w)
  return { blocks: [textBlock({ box: { ...box, h }, paragraphs, size })], height: h }
}

const chartOf = ({ date }: DeckInput, trend: Trend, box: Box): ReadonlyArray<Block> => {
  const rate = atThisRate(trend.objective, trend.measure, date)
  const now = [measureWords(trend.measure), ...(rate === null ? [] : [`at this rate ${rate.amount}`])]
  return namedTrend(trend, box, [trend.measure.name, now.join(" · ")])
}

/**
 * An objective on half a slide: its facts, the chart of the measure with the most check-ins, in the room that is left,
 * and below it notes and initiatives. Null if they do not fit.
 */
export const objectiveCard = (input: DeckInput, row: ProgressRow, box: Box): ReadonlyArray<Block> | null => {
  const { objective } = row
  const [trend] = trendsOf(objective).toSorted((one, other) => other.points.length - one.points.length)
  if (objective.progress.length > maxMeasures || objective.initiatives.length > maxInitiatives) return null
  const description = paragraphsOf(objective.description)
  if (measure(description, textSize, box.w).lines > maxDescriptionLines) return null
  const title = clip(objective.title, titleSize, true, box.w, titleLines)
  const heading = wordsIn(
    [{ runs: [{ text: title, bold: true, page: objectivePage(input.team, objective) }] }],
    box,
    titleSize
  )
  const others = objective.progress.filter((each) => each !== trend?.measure)
  const head = wordsIn(
    [
      standing(input, row),
      ...description,
      ...others.map((each) => ({ runs: [{ text: `${inLine(each.name)}: ` }, { text: measureWords(each) }] }))
    ],
    { ...box, y: box.y + heading.height },
    textSize
  )
  const free = below(box, heading.height + head.height)
  const said = [...noteParagraphs(objective, maxNotes), ...initiativeLines(objective, maxInitiatives)]
  const tail = measure(said, textSize, box.w).h
  const chart = { ...free, h: free.h - (tail === 0 ? 0 : tail + gap) }
  if (chart.h < minChart) return null
  return [
    ...heading.blocks,
    ...head.blocks,
    ...(trend === undefined ? [] : chartOf(input, trend, chart)),
    ...wordsIn(said, trend === undefined ? free : { ...box, y: box.y + box.h - tail }, textSize).blocks
  ]
}
