import { isOpen } from "../../shared/Pace.ts"
import { shortDate, sinceText } from "../facts/Dates.ts"
import type { ProgressRow } from "../facts/Progress.ts"
import { objectiveMarks } from "../facts/Statuses.ts"
import { trendsOf } from "../facts/Trend.ts"
import type { DeckInput } from "../Input.ts"
import type { Block, Box, Paragraph, Run } from "../Plan.ts"
import { clip, measure, textBlock } from "../text/Fit.ts"
import { markRuns } from "../text/Glyphs.ts"
import { paragraphsOf } from "./Description.ts"
import { measureTable } from "./ObjectiveTables.ts"
import { deltaWords, initiativeLines, noteLines, principleWords, progressWords } from "./ObjectiveTexts.ts"
import { namedTrend } from "./OverTime.ts"
import { below, take } from "./Paging.ts"

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
const minChart = 1.5

const dueWords = (row: ProgressRow, date: string): ReadonlyArray<Run> => {
  const { dueDate, status } = row.objective
  if (dueDate === null) return []
  const late = isOpen(status) && dueDate < date
  return [
    { text: ` · due ${shortDate(dueDate)}` },
    ...(late ? [{ text: ", overdue", bold: true, color: "bad" as const }] : [])
  ]
}

const standing = (input: DeckInput, row: ProgressRow): Paragraph => {
  const { objective } = row
  const delta = deltaWords(row, sinceText(input))
  const principles = principleWords(input.team, objective)
  const words = [
    progressWords(row),
    ...(delta === null ? [] : [delta]),
    ...(principles === null ? [] : [`serves ${principles}`])
  ]
  return {
    runs: [
      ...markRuns(objectiveMarks[objective.status]),
      ...dueWords(row, input.date),
      { text: ` · ${words.join(" · ")}` }
    ]
  }
}

const notesOf = ({ objective }: ProgressRow): ReadonlyArray<Paragraph> =>
  noteLines(objective, maxNotes).map(({ day, note }) => ({
    runs: [{ text: `${day}: `, color: "muted" }, { text: note }]
  }))

interface Piece {
  readonly blocks: ReadonlyArray<Block>
  readonly height: number
}

const words = (paragraphs: ReadonlyArray<Paragraph>, box: Box, size: number): Piece => {
  if (paragraphs.length === 0) return { blocks: [], height: 0 }
  const { h } = measure(paragraphs, size, box.w)
  return { blocks: [textBlock({ box: { ...box, h }, paragraphs, size })], height: h }
}

/** The trend of the measure that has most to show, if any. */
const trendIn = ({ objective }: ProgressRow) =>
  trendsOf(objective).toSorted((one, other) => other.points.length - one.points.length)[0]

/**
 * An objective on half a slide: what stands above its chart, the chart, which takes what is left, and what stands below
 * it. Null if it does not fit.
 */
export const objectiveCard = (input: DeckInput, row: ProgressRow, box: Box): ReadonlyArray<Block> | null => {
  const { objective } = row
  const trend = trendIn(row)
  if (trend === undefined || objective.progress.length > maxMeasures || objective.initiatives.length > maxInitiatives) {
    return null
  }
  const description = paragraphsOf(objective.description)
  if (measure(description, textSize, box.w).lines > maxDescriptionLines) return null
  const title = clip(objective.title, titleSize, true, box.w, titleLines)
  const heading = words([{ runs: [{ text: title, bold: true }] }], box, titleSize)
  const place = { ...box, y: box.y + heading.height + 0.05, h: box.h - heading.height - 0.05 }
  const head = words([standing(input, row), ...description], place, textSize)
  const table = take(measureTable(objective, textSize), below(place, head.height))
  const free = below(below(place, head.height), table.height)
  const tail = words([...notesOf(row), ...initiativeLines(objective, maxInitiatives)], free, textSize)
  const chart = free.h - (tail.height === 0 ? 0 : tail.height + 0.15)
  if (table.rest !== null || chart < minChart) return null
  const tailBlocks = words(
    [...notesOf(row), ...initiativeLines(objective, maxInitiatives)],
    { ...free, y: box.y + box.h - tail.height },
    textSize
  ).blocks
  return [
    ...heading.blocks,
    ...head.blocks,
    ...table.blocks,
    ...namedTrend(trend, { ...free, h: chart }, [trend.measure.name]),
    ...tailBlocks
  ]
}
