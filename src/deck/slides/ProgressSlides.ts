import { statusCounts } from "../../shared/Statuses.ts"
import type { Block, Box, SlidePlan } from "../DeckPlan.ts"
import { counted, percentText } from "../facts/DeckNumbers.ts"
import { worstAtThisRate } from "../facts/ForecastFacts.ts"
import { inOrder, type ProgressRow, progressSummary } from "../facts/Progress.ts"
import { behindScheduleText } from "../facts/ShareText.ts"
import { countsText } from "../facts/Standing.ts"
import { objectiveMarks } from "../facts/StatusFacts.ts"
import type { DeckInput } from "../Input.ts"
import { series } from "./ContentSlide.ts"
import { subjectKey } from "./SlideIds.ts"
import { cell, changeCell, dash, dueCell, fitting, markCell, objectiveCell, progressCell } from "./TableCells.ts"
import type { Column } from "./TableFlow.ts"
import { tableSlides } from "./TableSizes.ts"

interface ProgressColumn extends Column<ProgressRow> {
  /** Whether a row has something to say in it: the column is shown if one has. */
  readonly isTold: (row: ProgressRow) => boolean
}

const columnsOf = ({ team, date, before }: DeckInput): ReadonlyArray<ProgressColumn> => [
  {
    ...{ head: "Status", width: 1.2, isTold: () => true },
    cellOf: ({ objective }) => markCell(objectiveMarks[objective.status])
  },
  {
    ...{ head: "Objective", share: 1, isTold: () => true },
    cellOf: ({ objective }, room) => objectiveCell(objective, team, room)
  },
  {
    ...{ head: "Owner", width: 1.4, isTold: ({ objective: { owner } }) => owner !== "" },
    cellOf: ({ objective: { owner } }, room) => cell(fitting(owner, room))
  },
  { head: "Progress", width: 2, isTold: () => true, cellOf: (row) => progressCell(row) },
  {
    ...{ head: "Expected", align: "end", width: 1, isTold: ({ pace }) => pace.expected !== null },
    cellOf: ({ pace }) => cell(percentText(pace.expected))
  },
  {
    ...{ head: "Change", align: "end", width: 1.2, isTold: ({ change }) => before !== null && change !== null },
    cellOf: ({ change }) => changeCell(change)
  },
  {
    ...{ head: "At this rate", width: 1.45, isTold: ({ objective }) => worstAtThisRate(objective, date) !== null },
    cellOf: ({ objective }) => {
      const rate = worstAtThisRate(objective, date)
      return rate === null ? dash : cell(rate.isBelow ? rate.text : "on target")
    }
  },
  {
    ...{ head: "Due", width: 1.25, isTold: ({ objective }) => objective.dueDate !== null },
    cellOf: ({ objective }) => dueCell(objective, date)
  }
]

/** The slides' tables of all objectives in the deck's order; a last row says how many have no room there. */
export const progressTables = (
  input: DeckInput,
  options: { readonly box?: Box; readonly maxSlides?: number } = {}
): ReadonlyArray<ReadonlyArray<Block>> => {
  const rows = inOrder(input.team.objectives, input)
  return tableSlides(
    {
      ...{ columns: columnsOf(input).filter(({ isTold }) => rows.some(isTold)), rows, lines: [4, 2, 1], pagedLines: 2 },
      more: (left) => `and ${counted(left, "more objective")}`,
      alt: `${counted(rows.length, "objective")} with status, progress and due date`
    },
    options
  )
}

const titleOf = (rows: ReadonlyArray<ProgressRow>): string => {
  const { average, measured, behind, scheduled } = progressSummary(rows)
  if (measured === 0) return `All ${countsText(statusCounts(rows.map(({ objective }) => objective)))}`
  const mean = `${counted(measured, "measured objective")} ${measured === 1 ? "is" : "are"} at ${percentText(average)} on average`
  return scheduled === 0 ? mean : `${mean}; ${behindScheduleText(behind, scheduled)}`
}

/** All objectives in the deck's order, each in a row with a bar of text; none for a single one. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const rows = inOrder(input.team.objectives, input)
  if (rows.length < 2) return []
  return series({
    layout: "table",
    key: subjectKey(input, "progress"),
    section: "Appendix",
    title: titleOf(rows),
    pages: progressTables(input)
  })
}
