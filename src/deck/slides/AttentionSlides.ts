import type { Block, Cell, SlidePlan } from "../DeckPlan.ts"
import { kindCounts, ruleText } from "../facts/Attention.ts"
import { type Ask, asksOf, housekeepingOf, isAsk } from "../facts/asks/Asks.ts"
import { sinceText } from "../facts/DeckDates.ts"
import { counted, percentText } from "../facts/DeckNumbers.ts"
import { maxNamed } from "../facts/Findings.ts"
import { unservedTitles } from "../facts/Principles.ts"
import { measuredRows } from "../facts/Progress.ts"
import { objectiveMarks } from "../facts/StatusFacts.ts"
import type { DeckInput } from "../Input.ts"
import { inLine } from "../text/Direction.ts"
import { clip } from "../text/Fit.ts"
import { aboutCell } from "./AskCells.ts"
import { bodyBox, fitsTitle, series } from "./ContentSlide.ts"
import type { Review } from "./Review.ts"
import { cell, dueCell, foundRuns, markCell, runsCell, twoLineCell } from "./TableCells.ts"
import { type Column, tableSize, textWidth } from "./TableFlow.ts"
import { tableSlides } from "./TableSizes.ts"

type Line = Omit<Ask, "damage"> & {
  /** How it moved since the day compared with; null where there is nothing to compare with. */
  readonly change: string | null
}

const columnsOf = ({ context, inputs, isTeamNamed }: Review): ReadonlyArray<Column<Line>> => {
  const since = sinceText(context)
  const compared = inputs.some(({ before }) => before !== null)
  return [
    { head: "Status", width: 1.2, cellOf: ({ attention }) => markCell(objectiveMarks[attention.objective.status]) },
    {
      head: "Also needs attention",
      share: 0.3,
      cellOf: ({ input, attention }, room) => aboutCell(attention.objective, input.team, isTeamNamed, room)
    },
    { head: "Why", share: 0.7, cellOf: ({ attention }) => runsCell(foundRuns(ruleText(attention), attention.note)) },
    {
      head: compared ? `Progress, since ${since.replaceAll(" ", "\u00A0")}` : "Progress",
      width: 1.55,
      cellOf: ({ attention, change }) => twoLineCell([{ text: percentText(attention.pace.percent) }], change ?? "")
    },
    { head: "Due", width: 1.25, cellOf: ({ input, attention }) => dueCell(attention.objective, input.date) }
  ]
}

const maxPrincipleLines = 3

const principleRemarks = (titles: ReadonlyArray<string>): ReadonlyArray<Cell> => {
  if (titles.length === 0) return []
  const names = titles.map((title) => `“${inLine(title)}”`).join(", ")
  const text = `No objective serves ${titles.length === 1 ? "the principle" : `${titles.length} principles:`} ${names}`
  return [cell(clip(text, tableSize, false, textWidth(bodyBox.w), maxPrincipleLines))]
}

const linesOf = (inputs: ReadonlyArray<DeckInput>): ReadonlyArray<Line> => {
  const changes = new Map(
    inputs.flatMap((input) =>
      measuredRows(input.team.objectives, input).map(({ objective, change }) => [objective.id, change] as const)
    )
  )
  return housekeepingOf(inputs).map((line) => ({ ...line, change: changes.get(line.attention.objective.id) ?? null }))
}

const pagesOf = (review: Review): ReadonlyArray<ReadonlyArray<Block>> => {
  const rows = linesOf(review.inputs)
  return tableSlides(
    {
      ...{ columns: columnsOf(review), rows, remarks: principleRemarks(unservedTitles(review.inputs)) },
      // Larger text makes the reasons' column too narrow.
      ...{ lines: [4], maxSize: 14, more: (left) => `and ${counted(left, "more objective")}` },
      alt: `${counted(rows.length, "objective")} that ${rows.length === 1 ? "needs" : "need"} attention, with reasons`
    },
    { maxSlides: 8 }
  )
}

const need = (count: number): string => (count === 1 ? "needs" : "need")

/** `4 more objectives need a decision, 10 need attention`: with those for which the slide of asks has no room. */
const titleOf = (inputs: ReadonlyArray<DeckInput>, undecided: number, others: number): string => {
  const more = asksOf(inputs).length === 0 ? "objective" : "more objective"
  if (undecided > 0) {
    const attention = others === 0 ? "" : `, ${others} ${need(others)} attention`
    return `${counted(undecided, more)} ${need(undecided)} a decision${attention}`
  }
  const words = `${counted(others, more)} ${need(others)} attention`
  const counts = `${words}: ${kindCounts(housekeepingOf(inputs).map(({ attention }) => attention))}`
  return fitsTitle(counts) ? counts : `${words}, worst first`
}

/** What needs attention and is for the teams themselves, worst first; no slide where the summary tells it, or for a board. */
export const housekeepingSlides = (review: Review): ReadonlyArray<SlidePlan> => {
  const lines = housekeepingOf(review.inputs)
  const undecided = lines.filter(({ attention }) => isAsk(attention)).length
  if (review.context.detail === "board" || (undecided === 0 && lines.length <= maxNamed)) return []
  const title = titleOf(review.inputs, undecided, lines.length - undecided)
  const key = review.keyOf("attention")
  return series({ layout: "table", key, section: "Housekeeping", title, pages: pagesOf(review) })
}
