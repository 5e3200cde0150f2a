import { rowOf } from "../../shared/EventTypes.ts"
import { oneLine, severalLines } from "../CellText.ts"
import type { Column } from "../Columns.ts"
import type { ImportItem, Values } from "../ImportTree.ts"
import * as texts from "../NoteTexts.ts"
import { type Context, dateIn, describe, partsOf, periodOf, statusOf } from "../RowDetails.ts"
import type { Row } from "../TableRows.ts"
import { readObjectiveStatus } from "../values/StatusWords.ts"

export const ownersIn = (row: Row): ReadonlyArray<string> => row.takeEach("owner")

/** Says in a description who else is named beside the owner. */
export const describeOthers = (context: Context, row: Row, item: ImportItem, subject: string): void =>
  describe(
    context,
    row,
    item,
    subject,
    ownersIn(row)
      .slice(1)
      .map((owner) => texts.aside("owner", owner))
  )

/** Sets what earlier rows of the same objective have left open. `subject`: what else the row is about. */
export const readObjective = (context: Context, row: Row, objective: ImportItem, subject: string): void => {
  const { notes } = context
  const { values, implied, names } = objective
  const put = (field: texts.ObjectiveColumn, value: Values[keyof Values], column: Column = field): void => {
    const { initial } = rowOf("objective").fields[field] ?? {}
    if (value !== undefined) implied.delete(field)
    if (value === undefined || value === initial || value === values[field]) return
    if (values[field] === initial) Object.assign(values, { [field]: value })
    else if (field === "owner" && row.has("initiative")) notes.add(row.number, texts.severalOwners)
    else if (subject === "" || field === "description") notes.add(row.number, texts.differs(field), true)
    else describe(context, row, objective, subject, partsOf(context, row, [column]))
  }
  put("description", severalLines(row.take("description")))
  put("status", statusOf(context, row, "objective", row.take("status"), readObjectiveStatus))
  put("statusNote", severalLines(row.take("statusNote")))
  put("owner", ownersIn(row)[0])
  describeOthers(context, row, objective, subject)
  const period = periodOf(context, row)
  const [start, due] = (["startDate", "dueDate"] as const).map((column) => {
    const text = row.take(column)
    return text === "" ? undefined : dateIn(context, row, column, text)
  })
  // Where a column of dates says it, the period does not; `TBD` says nothing.
  put("startDate", start ?? period?.from, start === undefined ? "period" : "startDate")
  put("dueDate", due ?? period?.value, due === undefined ? "period" : "dueDate")
  const principles = row.take("principle")
  if (principles !== "") names.push({ row: row.number, text: principles })
  const unread: ReadonlyArray<Column> = period === undefined ? ["period", "link"] : ["link"]
  describe(context, row, objective, subject, partsOf(context, row, unread))
}

/** Keeps the texts by which a row names the objective that another one supports. */
export const readParents = (row: Row, { title, parents }: ImportItem, columns: ReadonlyArray<Column>): void => {
  // The column of objectives may have its own title.
  const isOwn = (column: Column, text: string): boolean => column === "objective" && oneLine(text) === title
  const texts = columns.flatMap((column) => row.takeEach(column).filter((text) => !isOwn(column, text)))
  if (texts.length > 0) parents.push({ row: row.number, texts })
}
