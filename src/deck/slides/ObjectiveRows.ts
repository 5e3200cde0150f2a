import type { Objective } from "../../domain/State.ts"
import { overdue, shortDate } from "../facts/Dates.ts"
import { percentText } from "../facts/Numbers.ts"
import { percentOf } from "../facts/Percent.ts"
import { isOpen, objectiveMarks } from "../facts/Statuses.ts"
import type { Cell } from "../Plan.ts"
import { barIn, cell, empty, head, markColumn, markIn, tableSize } from "./InCell.ts"
import type { Flow } from "./Paging.ts"
import { type Row, tableFlow } from "./Rows.ts"

const header: Row = {
  cells: [
    head("Status", { columns: 2 }),
    head("Objective"),
    head("Progress"),
    head("", { align: "right" }),
    head("Due")
  ],
  marks: []
}

const widths = { word: 1.05, bar: 1.7, percent: 0.75, due: 1.85 }

const columns = (width: number): ReadonlyArray<number> => {
  const { word, bar, percent, due } = widths
  return [markColumn, word, width - markColumn - word - bar - percent - due, bar, percent, due]
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
  percent === null
    ? [cell("No measures", { columns: 2, color: "muted" })]
    : [empty, cell(percentText(percent), { align: "right" })]

const row = (objective: Objective, date: string): Row => {
  const mark = objectiveMarks[objective.status]
  const percent = percentOf(objective)
  return {
    cells: [empty, cell(mark.word), cell(objective.title), ...progressCells(percent), dueCell(objective, date)],
    marks: [
      markIn(0, mark),
      ...(percent === null ? [] : [barIn(3, percent, `${percentText(percent)} of the way: ${objective.title}`)])
    ]
  }
}

/** Objectives with status, progress and due date; null without any. `date` is the deck's day. */
export const objectiveTable = (objectives: ReadonlyArray<Objective>, date: string, alt: string): Flow | null =>
  tableFlow({
    columns,
    size: tableSize,
    header,
    sections: [{ heading: null, again: null, rows: objectives.map((objective) => row(objective, date)) }],
    alt
  })
