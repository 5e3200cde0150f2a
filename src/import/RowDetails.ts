import { searchable } from "../shared/NormalizedText.ts"
import { initiativeStatuses, objectiveStatuses } from "../shared/Statuses.ts"
import { linesOf, oneLine } from "./CellText.ts"
import type { Column, Reading } from "./Columns.ts"
import type { Aside } from "./details/UnmappedDetails.ts"
import type { Notes } from "./ImportNotes.ts"
import { withoutAddress } from "./ImportReferences.ts"
import { type ImportItem, type Kind, newItem, type ParsedValue } from "./ImportTree.ts"
import * as texts from "./NoteTexts.ts"
import * as questions from "./QuestionTexts.ts"
import type { Row } from "./TableRows.ts"
import type { Answers } from "./values/Answers.ts"
import { isTwoWay, type ReadSpan, readDateCell } from "./values/Dates.ts"
import { partsOfPeriod, readPeriod, unclearIn } from "./values/Periods.ts"
import { statusWordsIn } from "./values/StatusWords.ts"

export interface Context {
  readonly team: ImportItem
  readonly notes: Notes
  readonly reading: Reading
  readonly objectives: ReturnType<typeof objectivesByTitle>
  /** What descriptions are to say because there is no field for it; the subject is empty for the item itself. */
  readonly asides: Map<ImportItem, Array<Aside>>
  /** Rows by the keys that others name them by. */
  readonly byKey: ReadonlyMap<string, KnownRow>
  /** The years that the table names. */
  readonly years: () => ReadonlyArray<string>
}

export interface KnownRow {
  readonly row: Row
  readonly kind: Kind
  readonly title: string
  /** The objective that the row itself makes, where a column tells that it does. */
  readonly objective: ImportItem | undefined
}

/** The objectives so far, to be found by the titles that rows name. */
export const objectivesByTitle = (team: ImportItem) => {
  const byTitle = new Map<string, Array<ImportItem>>()
  const keysOf = (title: string): ReadonlyArray<string> => [`= ${title}`, searchable(title)]
  return {
    add: (row: number, title: string): ImportItem => {
      const objective = newItem("objective", row, title)
      team.below.push(objective)
      for (const key of keysOf(title)) {
        const known = byTitle.get(key) ?? []
        byTitle.set(key, known)
        known.push(objective)
      }
      return objective
    },
    /** The nearest above the row, or else below it. */
    find: (row: number, title: string): ImportItem | undefined => {
      const keys = [...keysOf(title), ...keysOf(withoutAddress(title))]
      const found = keys.map((key) => byTitle.get(key)).find((list) => list !== undefined)
      return found?.findLast((objective) => objective.row <= row) ?? found?.[0]
    }
  }
}

/** What a cell says of each of several items: its own line where there is one for each, or else the whole cell. */
export const partOf = (cell: string, at: number, count: number): string => {
  const lines = linesOf(cell)
  return (lines.length === count && lines[at]) || cell
}

/** Keeps what the description of an objective or principle is to say of itself, or of the `subject` in it. */
export const describe = (
  { asides }: Context,
  row: Row,
  item: ImportItem,
  subject: string,
  parts: ReadonlyArray<string>
) => {
  if (parts.length === 0) return
  const own = asides.get(item) ?? []
  asides.set(item, own)
  own.push({ row: row.number, subject, parts })
}

const askOrder = ({ notes, reading }: Context, row: Row, texts: ReadonlyArray<string>): void => {
  if (texts.some(isTwoWay)) notes.ask(row.number, questions.dates(reading.isDayFirst))
}

/** A date in a cell; the order of day and month is asked where the text could mean two days. */
export const readDue = (context: Context, row: Row, text: string) => {
  askOrder(context, row, [text])
  return readDateCell(text, context.reading.isDayFirst)
}

/** The date in a column, if it is one; of a start that is no day, such as a month, the first day. */
export const dateIn = (context: Context, row: Row, column: "startDate" | "dueDate", text: string) => {
  askOrder(context, row, [text])
  const read = readDateCell(text, context.reading.isDayFirst, column === "startDate" ? "first" : "last")
  return context.notes.checked(row.number, "date", text, read)?.value
}

type PeriodContext = Pick<Context, "notes" | "years"> & { readonly reading: Pick<Reading, "isDayFirst" | "periods"> }

/** The days of a period; undefined, with a note or a question, where it is unclear. */
export const readPeriodText = (
  { notes, reading, years }: PeriodContext,
  row: number,
  text: string
): Partial<ReadSpan> | undefined => {
  const known = readPeriod(text, reading.isDayFirst, {})
  const unclear = known === undefined ? unclearIn(text, years) : undefined
  if (unclear !== undefined) notes.ask(row, questions.period(unclear.about, unclear.isFiscal, unclear.answers))
  else if (known === undefined) notes.add(row, texts.noPeriod(text))
  const read = known ?? readPeriod(text, reading.isDayFirst, reading.periods)
  if (read === undefined) return undefined
  const { from, value, isUnsure } = read
  if (isUnsure) notes.add(row, texts.readAs(text, from === value ? value : `${from} to ${value}`))
  return from === value ? { value } : { from, value }
}

/** The days of the period of a row, which several columns may name. */
export const periodOf = (context: Context, row: Row): Partial<ReadSpan> | undefined => {
  const cells = row.takeEach("period")
  // A year may have a column of its own, and stand in the other one too.
  const written = cells.filter((cell) => !cells.some((other) => other !== cell && other.includes(cell))).join(" ")
  if (written === "") return undefined
  askOrder(context, row, partsOfPeriod(written))
  return readPeriodText(context, row.number, written)
}

/** What cells of a row say that an item has no field for; dates as dates, and a parent by its title. */
export const partsOf = (
  context: Context,
  row: Row,
  columns: ReadonlyArray<Column>,
  cellOf: (column: Column) => string = row.take
): ReadonlyArray<string> =>
  columns.flatMap((column) => {
    const { byKey } = context
    const text = oneLine(cellOf(column))
    const date =
      column === "startDate"
        ? dateIn(context, row, column, text)
        : column === "dueDate" || column === "measureDueDate"
          ? readDue(context, row, text)?.value
          : undefined
    return text === "" ? [] : [texts.aside(column, date ?? byKey.get(text)?.title ?? withoutAddress(text))]
  })

const statusesOf = { objective: objectiveStatuses, initiative: initiativeStatuses } as const

/** The status that a text is read as; asks what other words mean. */
export const statusOf = <S extends string>(
  { notes, reading }: Context,
  row: Row,
  kind: keyof typeof statusesOf,
  text: string,
  readStatus: (text: string, answers?: Answers) => ParsedValue<S> | undefined
): S | undefined => {
  const word = statusWordsIn(text) || text.trim()
  if (word !== "" && readStatus(text) === undefined)
    notes.ask(row.number, questions.status(text, word, statusesOf[kind]))
  const read = readStatus(text, reading.statuses)
  return read && notes.checked(row.number, "status", text, read)?.value
}
