import type { Objective } from "../../domain/state/State.ts"
import { isOpen } from "../../shared/Pace.ts"
import { worstFirst } from "../../shared/Statuses.ts"
import type { Cell, Run } from "../DeckPlan.ts"
import { shortDate } from "../facts/DeckDates.ts"
import { percentText } from "../facts/DeckNumbers.ts"
import { type Note, noteHead } from "../facts/LastNote.ts"
import type { ProgressRow } from "../facts/Progress.ts"
import type { Mark } from "../facts/StatusFacts.ts"
import { objectiveMarks } from "../facts/StatusFacts.ts"
import { afterDot, inLine } from "../text/Direction.ts"
import { barRuns, markRuns } from "../text/Glyphs.ts"
import { styledRuns } from "../text/MarkdownRuns.ts"
import type { Row } from "./SlideRows.ts"

/** Points: the size of a table's text unless another one is given. */
export const tableSize = 12

type CellOptions = Partial<Omit<Cell, "paragraphs">>

export const runsCell = (runs: ReadonlyArray<Run>, more: CellOptions = {}): Cell => ({
  paragraphs: [{ runs }],
  ...more
})

export const cell = (text: string, more: CellOptions = {}): Cell => {
  const { color, ...rest } = more
  return runsCell([{ text, ...(color !== undefined && { color }) }], rest)
}

export const empty: Cell = cell("")

/** A status as glyph and word. */
export const markCell = (mark: Mark): Cell => runsCell(markRuns(mark))

/** The headers of columns that count objectives by status. */
export const statusHeads: ReadonlyArray<Cell> = worstFirst.map((status) => ({
  ...markCell(objectiveMarks[status]),
  align: "center"
}))

/** A count; a dash for none. */
export const numberCell = (count: number): Cell =>
  count === 0 ? cell("–", { align: "center", color: "muted" }) : cell(String(count), { align: "center" })

/** What the service found, and after it the last note with its day and author: what somebody said, not why. */
export const foundRuns = (found: string, note: Note | null): ReadonlyArray<Run> =>
  note === null
    ? [{ text: found }]
    : [
        { text: found },
        { text: afterDot(found, `${noteHead(note)}: `), color: "muted" },
        ...styledRuns(inLine(note.words), note.typed).map((run) => ({ ...run, color: "muted" as const }))
      ]

/** A muted line across `columns` columns that says what a table leaves out. */
export const remarkRow = (text: string, columns: number): Row => [cell(text, { columns, color: "muted" })]

/** The due date. That it is past is said in words, and only while something can be done about it. */
export const dueRuns = ({ dueDate, status }: Objective, date: string): ReadonlyArray<Run> => {
  if (dueDate === null) return [{ text: "–", color: "muted" }]
  if (!isOpen(status) || dueDate >= date) return [{ text: shortDate(dueDate) }]
  return [{ text: `${shortDate(dueDate)}, ` }, { text: "overdue", bold: true, color: "bad" }]
}

export const dueCell = (objective: Objective, date: string): Cell => runsCell(dueRuns(objective, date))

/** The bar in the status' colour with a tick at the expected pace, and behind it the per cent or other words. */
export const progressCell = ({ objective, pace }: Pick<ProgressRow, "objective" | "pace">, words?: string): Cell => {
  const { percent, expected } = pace
  if (percent === null) return cell("Not measured", { color: "muted" })
  const { color } = objectiveMarks[objective.status]
  return runsCell([...barRuns({ percent, color, expected }), { text: ` ${words ?? percentText(percent)}` }])
}

/** How something changed; a dash where there is nothing to compare with. */
export const changeCell = (change: string | null, more: CellOptions = {}): Cell =>
  change === null ? cell("–", { color: "muted", ...more }) : cell(change, more)
