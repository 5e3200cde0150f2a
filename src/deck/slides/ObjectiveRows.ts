import type { Objective } from "../../domain/state/State.ts"
import { isOpen } from "../../shared/Pace.ts"
import { overdue, shortDate } from "../facts/Dates.ts"
import { percentText } from "../facts/Numbers.ts"
import { percentOf } from "../facts/Percent.ts"
import { objectiveMarks } from "../facts/Statuses.ts"
import type { Cell } from "../Plan.ts"
import type { Flow } from "./Paging.ts"
import { type Row, tableFlow } from "./Rows.ts"
import { barIn, cell, empty, head, markColumn, markIn } from "./TableCells.ts"
import { growth } from "./TableSizes.ts"

const header: Row = {
  cells: [head("Status", { columns: 2 }), head("Objective"), head("Progress", { columns: 2 }), head("Due")],
  marks: []
}

/** Inches at the smallest size. */
const widths = { mark: markColumn, word: 0.95, bar: 1.6, percent: 0.75, due: 1.95 }

const columns =
  (size: number) =>
  (width: number): ReadonlyArray<number> => {
    const { mark, word, bar, percent, due } = widths
    const by = growth(size)
    const title = width - (mark + word + bar + percent + due) * by
    return [mark * by, word * by, title, bar * by, percent * by, due * by]
  }

/** Late is said in words, and only while something can be done about it. */
const dueCell = ({ dueDate, status }: Objective, date: string): Cell => {
  if (dueDate === null) return cell("–", { color: "muted" })
  if (!isOpen(status) || !overdue(dueDate, date)) return cell(shortDate(dueDate))
  return {
    paragraphs: [{ runs: [{ text: `${shortDate(dueDate)}, ` }, { text: "overdue", bold: true, color: "bad" }] }]
  }
}

const progressCells = (percent: number | null): ReadonlyArray<Cell> =>
  percent === null ? [cell("No measures", { columns: 2, color: "muted" })] : [empty, cell(percentText(percent))]

const row = (objective: Objective, date: string, size: number): Row => {
  const mark = objectiveMarks[objective.status]
  const percent = percentOf(objective)
  return {
    cells: [empty, cell(mark.word), cell(objective.title), ...progressCells(percent), dueCell(objective, date)],
    marks: [
      markIn(0, mark, size),
      ...(percent === null ? [] : [barIn(3, percent, `${percentText(percent)} of the way: ${objective.title}`)])
    ]
  }
}

/** Objectives with status, progress and due date; null without any. `date` is the deck's day, `size` in points. */
export const objectiveTable = (
  objectives: ReadonlyArray<Objective>,
  { date, size, alt }: { readonly date: string; readonly size: number; readonly alt: string }
): Flow | null =>
  tableFlow({
    columns: columns(size),
    size,
    header,
    sections: [{ heading: null, again: null, rows: objectives.map((objective) => row(objective, date, size)) }],
    alt
  })
