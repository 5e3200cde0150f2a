import { statusCounts } from "../../shared/Statuses.ts"
import type { Block, Cell, SlidePlan } from "../DeckPlan.ts"
import { counted, percentText } from "../facts/DeckNumbers.ts"
import { worstAtThisRate } from "../facts/ForecastFacts.ts"
import { inOrder, type ProgressRow, progressSummary } from "../facts/Progress.ts"
import { behindScheduleText } from "../facts/ShareText.ts"
import { countsText } from "../facts/Standing.ts"
import { objectiveMarks } from "../facts/StatusFacts.ts"
import type { DeckInput } from "../Input.ts"
import { clip } from "../text/Fit.ts"
import { bodyBox, series } from "./ContentSlide.ts"
import { objectivePage } from "./PageLinks.ts"
import type { Flow } from "./Paging.ts"
import { objectiveKey, subjectKey } from "./SlideIds.ts"
import { arrowWidth, linkTo } from "./SlideLinks.ts"
import { type Row, tableFlow } from "./SlideRows.ts"
import { cell, changeCell, dueCell, markCell, progressCell, remarkRow, runsCell, tableSize } from "./TableCells.ts"
import { growth, tableSlides, textWidth } from "./TableSizes.ts"

/** Lines of a text in a table that stands on one slide, of which the first that lets it fit are taken, and on several. */
const maxLines = { whole: [4, 2, 1], paged: 2 }

/** Inches of the objectives' titles: less is too narrow for larger text. */
const minTitle = 3

/** A column after an objective's title. */
interface Column {
  readonly head: Cell
  /** Inches at the smallest size. */
  readonly width: number
  readonly cellOf: (row: ProgressRow, size: number, lines: number) => Cell
  /** Whether a row has something to say in it; absent: all columns of its kind are shown. */
  readonly isTold?: (row: ProgressRow) => boolean
}

const ownerWidth = 1.4

const columnsOf = ({ date, before }: DeckInput): ReadonlyArray<Column> => [
  {
    head: cell("Owner"),
    width: ownerWidth,
    cellOf: ({ objective: { owner } }, size, lines) =>
      cell(clip(owner, size, false, textWidth(ownerWidth * growth(size)), lines)),
    isTold: ({ objective: { owner } }) => owner !== ""
  },
  { head: cell("Progress"), width: 2, cellOf: (row) => progressCell(row) },
  {
    head: cell("Expected", { align: "end" }),
    width: 1,
    cellOf: ({ pace }) => cell(percentText(pace.expected), { align: "end" }),
    isTold: ({ pace }) => pace.expected !== null
  },
  {
    head: cell("Change", { align: "end" }),
    width: 1.2,
    cellOf: ({ change }) => changeCell(change, { align: "end" }),
    isTold: ({ change }) => before !== null && change !== null
  },
  {
    head: cell("At this rate"),
    width: 1.45,
    cellOf: ({ objective }) => {
      const rate = worstAtThisRate(objective, date)
      return rate === null ? cell("–", { color: "muted" }) : cell(rate.isBelow ? rate.text : "its target")
    },
    isTold: ({ objective }) => worstAtThisRate(objective, date) !== null
  },
  {
    head: cell("Due"),
    width: 1.25,
    cellOf: ({ objective }) => dueCell(objective, date),
    isTold: ({ objective }) => objective.dueDate !== null
  }
]

/** The slides' tables of all objectives in the deck's order; a last row says how many have no room there. */
export const progressTables = (
  input: DeckInput,
  options: Parameters<typeof tableSlides>[1] = {}
): ReadonlyArray<ReadonlyArray<Block>> => {
  const rows = inOrder(input.team.objectives, input)
  const columns = columnsOf(input).filter(({ isTold }) => isTold === undefined || rows.some(isTold))
  const { box = bodyBox } = options
  return tableSlides(({ size, paged, limit }) => {
    const [status, ...others] = [1.2, ...columns.map(({ width }) => width)].map((width) => width * growth(size))
    const title = others.reduce((rest, width) => rest - width, bodyBox.w - (status ?? 0))
    if (size > tableSize && title < minTitle) return null
    const header = [cell("Status"), cell("Objective"), ...columns.map(({ head }) => head)]
    const shown = rows.slice(0, limit)
    const left = rows.length - shown.length
    const rowOf = (row: ProgressRow, lines: number): Row => [
      markCell(objectiveMarks[row.objective.status]),
      runsCell([
        {
          text: clip(row.objective.title, size, false, textWidth(title) - arrowWidth(size), lines),
          page: objectivePage(input.team, row.objective)
        },
        linkTo(objectiveKey(row.objective.id))
      ]),
      ...columns.map(({ cellOf }) => cellOf(row, size, lines))
    ]
    const flowOf = (lines: number): Flow | null =>
      tableFlow({
        columns: () => [status ?? 0, title, ...others],
        size,
        header,
        rows: [
          ...shown.map((row) => rowOf(row, lines)),
          ...(left === 0 ? [] : [remarkRow(`and ${counted(left, "more objective")}`, header.length)])
        ],
        alt: `${counted(rows.length, "objective")} with status, progress and due date`
      })
    if (paged) return flowOf(maxLines.paged)
    const [whole = null, ...cut] = maxLines.whole.map(flowOf)
    return size > tableSize ? whole : ([whole, ...cut].find((flow) => flow?.take(box).rest === null) ?? whole)
  }, options)
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
