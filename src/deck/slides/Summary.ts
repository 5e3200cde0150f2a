import { type StatusCounts, statusCounts, worstFirst } from "../../shared/Statuses.ts"
import type { Block, Box, SlidePlan } from "../DeckPlan.ts"
import { dayText } from "../facts/DeckDates.ts"
import { counted } from "../facts/DeckNumbers.ts"
import { type Finding, findingsOf } from "../facts/Findings.ts"
import { inOrder } from "../facts/Progress.ts"
import { countsText, totalOf } from "../facts/Standing.ts"
import { objectiveMarks } from "../facts/StatusFacts.ts"
import { type ThenAndNow, thenAndNow, worstText } from "../facts/Worst.ts"
import { textBlock } from "../text/Fit.ts"
import { changesOf, changeTables } from "./ChangesSlides.ts"
import { about, bodyBox, contentSlide, titleAround } from "./ContentSlide.ts"
import { standingWords } from "./objective/ObjectiveSlideTexts.ts"
import { below, columnGap, type Flow, take } from "./Paging.ts"
import type { Review } from "./Review.ts"
import type { SlideSubject } from "./SlideIds.ts"
import { linkTo } from "./SlideLinks.ts"
import { cell, markCell, runsCell } from "./TableCells.ts"
import { type Column, tableFlow } from "./TableFlow.ts"
import { rowsOn, tableSlides } from "./TableSizes.ts"

/** Inches. */
const findingsWidth = 4.6

/** Points. */
const stripSize = 14

interface Day {
  readonly name: string
  readonly counts: StatusCounts
  readonly isPast: boolean
}

const countColumn = (head: Column<Day>["head"], countOf: (counts: StatusCounts) => number): Column<Day> => ({
  ...{ head, share: 1 / (worstFirst.length + 1), align: "center" },
  cellOf: ({ counts, isPast }) => cell(String(countOf(counts)), isPast ? { color: "muted" } : {})
})

const stripColumns: ReadonlyArray<Column<Day>> = [
  { head: "Objectives", width: 1.5, cellOf: ({ name, isPast }) => cell(name, isPast ? { color: "muted" } : {}) },
  ...worstFirst.map((status) =>
    countColumn(
      () => markCell(objectiveMarks[status]),
      (counts) => counts[status]
    )
  ),
  countColumn("All", totalOf)
]

/** The number of objectives in each group on the day of the deck, and on the day compared with. */
export const standingStrip = ({ now, before, since }: ThenAndNow, date: string): Flow | null => {
  const today = { name: dayText(date, date), counts: statusCounts(now), isPast: false }
  const past = before === null ? [] : [{ name: since, counts: statusCounts(before), isPast: true }]
  const alt = `Objectives by status: ${countsText(today.counts)}`
  return tableFlow({ columns: stripColumns, rows: [today, ...past], alt }, stripSize)
}

/** What stands out, and the slide that tells more of it. */
export type SummaryFinding = Pick<Finding, "number" | "words"> & { readonly subject: SlideSubject }

/** Numbered lines with findings, each linked to its slide. */
const findingsTable = (rows: ReadonlyArray<SummaryFinding>, { keyOf }: Review, box: Box): ReadonlyArray<Block> => {
  const columns: ReadonlyArray<Column<SummaryFinding>> = [
    {
      ...{ head: "", width: 0.85, align: "end" },
      cellOf: ({ number }) => runsCell([{ text: number, bold: true, color: "accent" }])
    },
    { head: "", share: 1, cellOf: ({ words, subject }) => runsCell([{ text: words }, linkTo(keyOf(subject))]) }
  ]
  const heading = "What stands out"
  const alt = `${heading}: ${counted(rows.length, "finding")}`
  return tableSlides({ columns, rows, heading, alt, maxSize: 14 }, { box, maxSlides: 1 })[0] ?? []
}

/** A summary, and whether it tells every change. */
export interface ToldSummary {
  readonly slides: ReadonlyArray<SlidePlan>
  readonly tellsChanges: boolean
}

/** The numbers of objectives above; below them what stands out, and beside that what changed. */
const summarySlide = (review: Review, title: string, findings: ReadonlyArray<SummaryFinding>): ToldSummary => {
  const upper = take(standingStrip(thenAndNow(...review.inputs), review.context.date), bodyBox)
  const rest = below(bodyBox, upper.height)
  const changes = changesOf(review).length
  const found = findingsTable(findings, review, changes === 0 ? rest : { ...rest, w: findingsWidth })
  const right = { ...rest, x: rest.x + findingsWidth + columnGap, w: rest.w - findingsWidth - columnGap }
  const [changed = []] = changeTables(review, { box: right, maxSlides: 1 })
  const blocks = [...upper.blocks, ...found, ...changed]
  const key = review.keyOf("summary")
  return {
    slides: [contentSlide({ key, title, layout: "titleOnly", section: "Review", blocks, notes: "" })],
    tellsChanges: rowsOn(changed) === changes
  }
}

const emptyText =
  "Principles guide the team; objectives are what it wants to achieve. Once there are some, this review shows their " +
  "status, what needs attention and what has changed."

const emptyBlocks = (): ReadonlyArray<Block> => [
  textBlock({
    box: bodyBox,
    paragraphs: [{ runs: [{ text: emptyText }] }],
    size: 16,
    color: "muted",
    placeholder: "body"
  })
]

/** Where all stand; a board's deck, which has no slide of each objective, names a single one. */
const titleOf = ({ context, inputs: [input, ...others] }: Review): string => {
  if (input === undefined) return ""
  const [only, ...more] = others.length > 0 ? [] : inOrder(input.team.objectives, input)
  if (only === undefined || more.length > 0 || context.detail !== "board")
    return worstText(thenAndNow(input, ...others))
  return titleAround([only.objective.title], (name = "") => about(name, standingWords(only), " – "))
}

const emptySummary = (review: Review): ToldSummary => {
  const title = "There are no principles or objectives yet"
  const about = { key: review.keyOf("summary"), section: "Review", title, notes: "" }
  return { slides: [contentSlide({ ...about, layout: "text", blocks: emptyBlocks() })], tellsChanges: true }
}

/** Where the teams stand in one sentence, what stands out, and what changed. */
export const summaryOf = (review: Review, more: ReadonlyArray<SummaryFinding> = []): ToldSummary => {
  const [input, ...others] = review.inputs
  return input !== undefined && others.length === 0 && input.team.objectives.length === 0
    ? emptySummary(review)
    : summarySlide(review, titleOf(review), [...findingsOf(review.inputs), ...more])
}
