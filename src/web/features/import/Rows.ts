import { searchable } from "../../texts/NormalizedText.ts"
import { type DecimalSign, decimalSignIn } from "../../texts/Quantities.ts"
import type { Cells } from "./Cells.ts"
import { linesOf, oneLine, severalLines } from "./CellText.ts"
import { type Column, columnNamed, type Reading } from "./Columns.ts"
import { readDate } from "./Dates.ts"
import { initiativeOf, type Kind, kindOf } from "./Kinds.ts"
import { type MeasureCells, measureInLine, measureOf } from "./Measures.ts"
import { referencesIn, withoutAddress } from "./References.ts"
import { readInitiativeStatus, readObjectiveStatus } from "./StatusWords.ts"
import { type Row, rowsByTeam } from "./TableRows.ts"
import * as texts from "./Texts.ts"
import { type Notes, newObjective, type Objective, type Things } from "./Things.ts"

interface Context {
  readonly things: Things
  readonly notes: Notes
  readonly isDayFirst: boolean
  readonly decimal: DecimalSign
  readonly objectives: ReturnType<typeof objectivesByTitle>
}

/** The objectives so far, to be found by the titles that rows name. */
const objectivesByTitle = (things: Things) => {
  const byTitle = new Map<string, Array<Objective>>()
  const keysOf = (title: string): ReadonlyArray<string> => [`= ${title}`, searchable(title)]
  return {
    add: (objective: Objective): Objective => {
      things.objectives.push(objective)
      for (const key of keysOf(objective.title)) {
        const known = byTitle.get(key)
        if (known === undefined) byTitle.set(key, [objective])
        else known.push(objective)
      }
      return objective
    },
    /** The nearest above the row, or else below it. */
    find: (row: number, title: string): Objective | undefined => {
      const keys = [...keysOf(title), ...keysOf(withoutAddress(title))]
      const found = keys.map((key) => byTitle.get(key)).find((list) => list !== undefined)
      return found?.findLast((objective) => objective.row <= row) ?? found?.[0]
    }
  }
}

/** Sets what an earlier row of the same objective has left open. */
const put = <F extends "description" | "status" | "dueDate">(
  { notes }: Context,
  row: Row,
  objective: Objective,
  field: F,
  value: Objective[F]
): void => {
  const blank = newObjective(0, "")[field]
  if (value === blank || value === objective[field]) return
  if (objective[field] === blank) objective[field] = value
  else notes.add(row.number, texts.differs(field), true)
}

/** Tells of a cell that is not read, or could be read otherwise. */
const tell = (
  { notes }: Context,
  row: Row,
  what: string,
  text: string,
  read: { readonly isUnsure: boolean } | undefined,
  value: string
): void => {
  if (text !== "" && read === undefined) notes.add(row.number, texts.notA(what, text), true)
  if (read?.isUnsure === true) notes.add(row.number, texts.readAs(text, value))
}

const objectiveFields = (context: Context, row: Row, objective: Objective): void => {
  const [statusCell, dateCell] = [row.take("status"), row.take("dueDate")]
  const status = readObjectiveStatus(statusCell)
  const due = readDate(dateCell, context.isDayFirst)
  put(context, row, objective, "description", severalLines(row.take("description")))
  tell(context, row, "status", statusCell, status, status === undefined ? "" : texts.objectiveStatus[status.status])
  put(context, row, objective, "status", status?.status ?? "draft")
  tell(context, row, "date", dateCell, due, due?.date ?? "")
  put(context, row, objective, "dueDate", due?.date ?? null)
  const principles = row.take("principles")
  if (principles !== "") objective.principles.push({ row: row.number, text: severalLines(principles) })
}

const initiativeStatus = (context: Context, row: Row, text: string) => {
  const read = readInitiativeStatus(text)
  const status = read?.status ?? "planned"
  tell(context, row, "status", text, read, texts.initiativeStatus[status])
  return status
}

/** The initiatives in a cell: one a line, with a status for all of them or one a line. */
const initiativeCell = (context: Context, row: Row, objective: Objective): void => {
  const cell = row.take("initiatives")
  const group = oneLine(row.take("group"))
  const lines = referencesIn(severalLines(cell), () => false)
  if (lines.length === 0) {
    if (group !== "") objective.groups.push({ row: row.number, title: group })
    return
  }
  if (lines.length > linesOf(cell).length) context.notes.add(row.number, texts.splitInitiatives(lines.length))
  const statusCell = row.take("initiativeStatus")
  const statuses = linesOf(statusCell)
  for (const [at, line] of lines.entries()) {
    const text = statuses.length === lines.length ? (statuses[at] ?? "") : statusCell
    objective.initiatives.push(initiativeOf(row.number, line, group, initiativeStatus(context, row, text)))
  }
}

const measureColumns = ["unit", "start", "target", "value", "confidence", "note"] as const

const measureCells = (row: Row): MeasureCells =>
  Object.fromEntries(measureColumns.map((column) => [column, row.take(column)])) as MeasureCells

/** The measures in a cell: one a line, with as many lines of numbers beside it. */
const measureCell = ({ notes, decimal }: Context, row: Row, objective: Objective): void => {
  const names = linesOf(row.take("measure"))
  if (names.length === 0) return
  const cells = measureCells(row)
  for (const [at, name] of names.entries()) {
    const own = Object.entries(cells).map(([column, cell]) => {
      const lines = linesOf(cell)
      return [column, names.length === 1 || lines.length < 2 ? cell : (lines[at] ?? "")]
    })
    const given = Object.fromEntries(own) as MeasureCells
    const measure =
      (given.target === "" ? measureInLine(row.number, name, decimal, notes) : undefined) ??
      measureOf(row.number, name, given, decimal, notes)
    if (measure !== undefined) objective.measures.push(measure)
  }
}

/** A row whose kind no column tells: an objective with one or more things in it, or another one of an objective above. */
const wideRow = (context: Context, row: Row, above: Objective | undefined): Objective | undefined => {
  const { notes, objectives, things } = context
  const title = withoutAddress(oneLine(row.take("title") || row.take("objective")))
  const objective =
    title === "" ? above : (objectives.find(row.number, title) ?? objectives.add(newObjective(row.number, title)))
  if (title === "" && row.unused().every((column) => column === "principles" || column === "description")) {
    const names = linesOf(row.take("principles"))
    const description = severalLines(row.take("description"))
    for (const name of names) things.principles.push({ row: row.number, title: name, description })
    if (names.length > 0) return above
  }
  if (objective === undefined) {
    notes.add(row.number, texts.noObjective, true)
    return undefined
  }
  objectiveFields(context, row, objective)
  initiativeCell(context, row, objective)
  measureCell(context, row, objective)
  return objective
}

/** A row below an objective, by the kind that its type names. */
const childRow = (context: Context, row: Row, kind: Kind, above: Objective | undefined): void => {
  const { notes, objectives, decimal } = context
  const named = oneLine(row.take("objective"))
  const title = oneLine(row.take("title") || row.take(kind === "measure" ? "measure" : "initiatives"))
  if (title === "") {
    notes.add(row.number, texts.noTitle(kind), true)
    return
  }
  let objective = named === "" ? above : objectives.find(row.number, named)
  if (objective === undefined && named !== "") {
    objective = objectives.add(newObjective(row.number, withoutAddress(named)))
    notes.add(row.number, texts.withoutRow(objective.title))
  }
  if (objective === undefined) {
    notes.add(row.number, texts.noObjective, true)
    return
  }
  if (kind === "group") objective.groups.push({ row: row.number, title })
  if (kind === "initiative") {
    const status = initiativeStatus(context, row, row.take("initiativeStatus") || row.take("status"))
    objective.initiatives.push({ row: row.number, title, status, group: oneLine(row.take("group")) })
  }
  if (kind === "measure") {
    const measure = measureOf(row.number, title, measureCells(row), decimal, notes)
    if (measure !== undefined) objective.measures.push(measure)
  }
}

interface TypedRow {
  readonly row: Row
  readonly kind: Kind | "team" | undefined
  /** The objective that the row itself makes, where a column tells that it does. */
  readonly objective: Objective | undefined
}

/** Finds out what a row is. All objectives are known then: rows in them may stand above the row of the objective. */
const typedRow = ({ notes, objectives }: Context, row: Row, isTyped: boolean): TypedRow => {
  if (!isTyped) return { row, kind: "objective", objective: undefined }
  const type = row.take("type")
  if (columnNamed(type) === "team") return { row, kind: "team", objective: undefined }
  const kind = type === "" ? "objective" : kindOf(type)
  if (kind === undefined) notes.add(row.number, texts.noKind(type), true)
  if (type === "") notes.add(row.number, texts.withoutType)
  if (kind !== "objective") return { row, kind, objective: undefined }
  const title = oneLine(row.take("title") || row.take("objective"))
  if (title === "") notes.add(row.number, texts.noTitle(kind), true)
  return { row, kind, objective: title === "" ? undefined : objectives.add(newObjective(row.number, title)) }
}

const principleRow = ({ notes, things }: Context, row: Row): void => {
  const title = oneLine(row.take("title") || row.take("principles"))
  const description = severalLines(row.take("description"))
  if (title === "") notes.add(row.number, texts.noTitle("principle"), true)
  else things.principles.push({ row: row.number, title, description })
}

/** A row of the team itself, which its other cells name already. */
const teamRow = ({ notes, things }: Context, row: Row): void => {
  row.take("title")
  const color = row.take("color").toLowerCase()
  if (/^#[0-9a-f]{6}$/.test(color)) things.color = color
  else if (color !== "") notes.add(row.number, texts.notA("colour", color), true)
}

/** Reads a row; returns the objective that rows below may belong to. */
const readRow = (
  context: Context,
  { row, kind, objective }: TypedRow,
  isTyped: boolean,
  above: Objective | undefined
) => {
  if (!isTyped) return wideRow(context, row, above)
  if (kind === "team") teamRow(context, row)
  else if (kind === "principle") principleRow(context, row)
  else if (kind !== "objective" && kind !== undefined) childRow(context, row, kind, above)
  if (objective === undefined) return above
  objectiveFields(context, row, objective)
  initiativeCell(context, row, objective)
  measureCell(context, row, objective)
  return objective
}

const numberColumns: ReadonlyArray<Column> = ["start", "target", "value"]

/** Reads the rows of one team. */
const thingsOf = (
  rows: ReadonlyArray<Row>,
  { columns, isDayFirst }: Reading,
  decimal: DecimalSign,
  notes: Notes
): Things => {
  const things: Things = { principles: [], objectives: [] }
  const context = { things, notes, isDayFirst, objectives: objectivesByTitle(things), decimal }
  const isTyped = columns.includes("type")
  let above: Objective | undefined
  for (const typed of rows.map((row) => typedRow(context, row, isTyped))) {
    const { row, kind } = typed
    if (kind === undefined) continue
    above = readRow(context, typed, isTyped, above)
    for (const column of row.unused()) notes.add(row.number, texts.unused(column, kind), true)
  }
  return things
}

/**
 * Reads the rows of a table, by team, in order of their first rows; the name is empty for rows that name none.
 * `otherwise`: the decimal sign where no number shows one.
 */
export const readRows = (
  cells: Cells,
  reading: Reading,
  otherwise: DecimalSign,
  notes: Notes
): ReadonlyMap<string, Things> => {
  const numbers = cells.flatMap((row) =>
    reading.columns.flatMap((column, at) => (numberColumns.includes(column) ? (row[at] ?? "") : []))
  )
  const decimal = decimalSignIn(numbers, otherwise)
  const byTeam = rowsByTeam(cells, reading, notes)
  return new Map([...byTeam].map(([team, rows]) => [team, thingsOf(rows, reading, decimal, notes)]))
}
