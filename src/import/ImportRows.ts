import type { Cells } from "../shared/Csv.ts"
import { linesOf, oneLine, severalLines } from "./CellText.ts"
import type { Column, Reading } from "./Columns.ts"
import { describeOthers, ownersIn, readObjective, readParents } from "./details/ObjectiveRow.ts"
import { writeAsides } from "./details/UnmappedDetails.ts"
import type { Notes } from "./ImportNotes.ts"
import { referencesIn, withoutAddress } from "./ImportReferences.ts"
import { type ImportItem, type Kind, newItem, type Values } from "./ImportTree.ts"
import { answeredKind, initiativeOf, kindOf, newInitiative } from "./ItemKinds.ts"
import { measureInLine, measureOf } from "./Measures.ts"
import * as texts from "./NoteTexts.ts"
import * as questions from "./QuestionTexts.ts"
import {
  type Context,
  describe,
  type KnownRow,
  objectivesByTitle,
  partOf,
  partsOf,
  readDue,
  statusOf
} from "./RowDetails.ts"
import { type Row, tableRows } from "./TableRows.ts"
import { readInitiativeStatus } from "./values/StatusWords.ts"

const initiativeValues = (context: Context, row: Row, text: string, owner: string): Values => {
  const status = statusOf(context, row, "initiative", text, readInitiativeStatus)
  return { ...(status !== undefined && { status }), ...(owner !== "" && { owner: oneLine(owner) }) }
}

/** The initiatives in a cell: one a line, with a status and an owner for all of them or one a line. */
const readInitiatives = (context: Context, row: Row, objective: ImportItem): void => {
  const { below, values } = objective
  const cell = row.take("initiative")
  const group = oneLine(row.take("group"))
  const lines = referencesIn(cell, () => false)
  if (lines.length === 0) {
    if (group !== "") below.push(newItem("group", row.number, group))
    return
  }
  if (lines.length > linesOf(cell).length) context.notes.add(row.number, texts.splitInitiatives(lines.length))
  const status = row.take("initiativeStatus")
  const [rowOwner = values.owner] = ownersIn(row)
  const owner = row.take("initiativeOwner") || (rowOwner === values.owner ? "" : (rowOwner ?? ""))
  for (const [at, line] of lines.entries()) {
    const [ownStatus, own] = [status, owner].map((text) => partOf(text, at, lines.length))
    below.push(initiativeOf(row.number, line, group, initiativeValues(context, row, ownStatus ?? "", own ?? "")))
  }
}

/** Measures with these names, and as many lines of numbers beside them. */
const readMeasures = (
  context: Context,
  row: Row,
  objective: ImportItem,
  names: ReadonlyArray<string>,
  described: ReadonlyArray<Column>
): void => {
  const { notes, reading } = context
  for (const [at, name] of names.entries()) {
    const cellOf = (column: Column): string => partOf(row.take(column), at, names.length)
    const inLine = cellOf("target") === "" ? measureInLine(row.number, name, reading, notes) : undefined
    const measure = inLine ?? measureOf(row.number, name, cellOf, reading, notes)
    const day = cellOf("checkInDate")
    const date = notes.checked(row.number, "date", day, readDue(context, row, day))?.value
    if (measure !== undefined && date !== undefined && !measure.implied.has("value")) measure.values.date = date
    if (measure !== undefined) objective.below.push(measure)
    describe(context, row, objective, measure?.title ?? oneLine(name), partsOf(context, row, described, cellOf))
  }
}

/** The kind that a type names. Another type is an initiative where its parent is known, or else it is asked. */
const kindOfType = ({ notes, reading }: Context, row: Row, type: string): Kind | null | undefined => {
  const known = kindOf(type)
  const answer = answeredKind(type, reading.types)
  if (known !== undefined) return answer ?? known
  const hasParent = row.has("objective") || row.has("parent")
  if (!hasParent) notes.ask(row.number, questions.type(type.trim()))
  else if (answer === undefined) notes.add(row.number, texts.readAs(type, "initiative"))
  return answer === undefined && hasParent ? "initiative" : answer
}

/** Finds out what a row is. All objectives are known then: rows in them may stand above the row of the objective. */
const knownRow = (context: Context, row: Row, isTyped: boolean): KnownRow | undefined => {
  const { notes, objectives } = context
  const type = row.take("type")
  const kind = type === "" ? "objective" : kindOfType(context, row, type)
  if (kind === undefined || kind === null) return undefined
  if (isTyped && type === "") notes.add(row.number, texts.withoutType)
  const title = oneLine(row.take("title") || row.take(kind))
  if (isTyped && title === "" && kind !== "team") {
    notes.add(row.number, texts.noTitle(kind), true)
    return undefined
  }
  const objective = isTyped && kind === "objective" ? objectives.add(row.number, title) : undefined
  return { row, kind, title, objective }
}

const isTyped = ({ reading }: Context): boolean => reading.columns.includes("type")

const readInto = (context: Context, row: Row, objective: ImportItem): void => {
  const measures = linesOf(row.take("progress"))
  const inside = [...measures, ...linesOf(row.take("initiative"))]
  // The first row of an objective is about itself.
  readObjective(context, row, objective, objective.row === row.number ? "" : oneLine(inside[0] ?? ""))
  if (!isTyped(context)) readParents(row, objective, ["parent"])
  readInitiatives(context, row, objective)
  readMeasures(context, row, objective, measures, ["measureOwner", "measureStatus", "measureDueDate"])
  // Where objectives have numbers of their own, they are a measure of the same name.
  const isOwn = measures.length === 0 && objective.row === row.number && row.has("target")
  if (isOwn) readMeasures(context, row, objective, [objective.title], [])
}

/**
 * Reads a row whose kind no column tells: an objective with one or more items in it, or another one of an objective
 * above. Returns the objective that rows below may belong to.
 */
const readWideRow = (
  context: Context,
  { row, title }: KnownRow,
  above: ImportItem | undefined
): ImportItem | undefined => {
  const { notes, objectives, team } = context
  const name = withoutAddress(title)
  if (name === "" && row.unused().every((column) => column === "principle" || column === "description")) {
    const names = linesOf(row.take("principle"))
    const description = severalLines(row.take("description"))
    for (const name of names) team.below.push(newItem("principle", row.number, name, { description }))
    if (names.length > 0) return above
  }
  const objective = name === "" ? above : (objectives.find(row.number, name) ?? objectives.add(row.number, name))
  if (objective === undefined) notes.add(row.number, texts.noObjective, true)
  else readInto(context, row, objective)
  if (objective?.row === row.number) objective.keys.push(...linesOf(row.take("key")))
  return objective
}

/** Parents of parents that are looked at, such as the story above a sub-task. */
const maxParents = 5

/** The text by which a row names what it belongs to: the key of a row, or else the last one, which is the title if there is one. */
const parentIn = ({ byKey }: Pick<Context, "byKey">, { row }: KnownRow): string => {
  const objectives = row.takeEach("objective")
  const named = objectives.length > 0 ? objectives : row.takeEach("parent")
  return named.find((text) => byKey.has(text)) ?? named.at(-1) ?? ""
}

/** The objective that a text names, by its title, or by the key of its row or of one below it. */
const namedObjective = (
  context: Pick<Context, "objectives" | "byKey">,
  row: number,
  name: string,
  depth = 0
): ImportItem | undefined => {
  const keyed = context.byKey.get(name)
  if (keyed === undefined || depth > maxParents) return context.objectives.find(row, name)
  return keyed.objective ?? namedObjective(context, row, parentIn(context, keyed), depth + 1)
}

/** Reads the row of a group, an initiative or a measure. */
const readChild = (context: Context, known: KnownRow, above: ImportItem | undefined): void => {
  const { notes, objectives, reading, byKey } = context
  const { row, kind, title } = known
  const { number } = row
  const named = parentIn(context, known)
  // Where rows have keys and name their parents by them, one that names none has none.
  const isLoose = byKey.size > 0 && ["objective", "parent"].some((column) => reading.columns.includes(column as Column))
  let parent = named === "" ? (isLoose ? undefined : above) : namedObjective(context, number, named)
  if (parent === undefined && named !== "") {
    parent = objectives.add(number, withoutAddress(named))
    notes.add(number, texts.withoutRow(parent.title))
  }
  if (parent === undefined) notes.add(number, texts.noObjective, true)
  else if (kind === "group") parent.below.push(newItem(kind, number, title))
  else if (kind === "progress")
    readMeasures(context, row, parent, [title], ["status", "startDate", "dueDate", "owner", "period", "link"])
  else {
    const status = row.take("initiativeStatus") || row.take("status")
    const owner = oneLine(row.take("initiativeOwner")) || (ownersIn(row)[0] ?? "")
    const values = initiativeValues(context, row, status, owner)
    parent.below.push(newInitiative(number, title, oneLine(row.take("group")), values))
    describe(context, row, parent, title, partsOf(context, row, ["startDate", "dueDate", "period", "link"]))
    describeOthers(context, row, parent, title)
  }
}

const readTypedRow = (context: Context, known: KnownRow, above: ImportItem | undefined): ImportItem | undefined => {
  const { notes, team } = context
  const { row, kind, title, objective } = known
  if (objective !== undefined) {
    readInto(context, row, objective)
    readParents(row, objective, ["objective", "parent"])
    return objective
  }
  if (kind === "team") {
    const color = row.take("color").toLowerCase()
    if (/^#[0-9a-f]{6}$/.test(color)) team.values.color = color
    else if (color !== "") notes.add(row.number, texts.notA("colour", color), true)
  } else if (kind === "principle") {
    const principle = newItem(kind, row.number, title, { description: severalLines(row.take("description")) })
    team.below.push(principle)
    describe(context, row, principle, "", partsOf(context, row, ["owner", "period", "link"]))
  } else readChild(context, known, above)
  return above
}

const maxYears = 6

/** The years that the cells name, as a title or a date does. */
const yearsIn = (cells: Cells): ReadonlyArray<string> => {
  const years = new Set(cells.flatMap((row) => row.flatMap((cell) => cell.match(/(?<!\d)20\d\d(?!\d)/g) ?? [])))
  return [...years].toSorted().slice(0, maxYears)
}

/** Reads the rows of one team. */
const teamOf = (
  title: string,
  rows: ReadonlyArray<Row>,
  { reading, notes, years }: Pick<Context, "reading" | "notes" | "years">
): ImportItem => {
  const team = newItem("team", rows[0]?.number ?? 0, title)
  const byKey = new Map<string, KnownRow>()
  const asides: Context["asides"] = new Map()
  const context: Context = { team, notes, reading, objectives: objectivesByTitle(team), asides, byKey, years }
  const readRow = isTyped(context) ? readTypedRow : readWideRow
  let above: ImportItem | undefined
  const knownRows = rows.flatMap((row) => knownRow(context, row, isTyped(context)) ?? [])
  for (const one of knownRows) {
    const keys = linesOf(one.row.take("key"))
    for (const key of keys) byKey.set(key, one)
    one.objective?.keys.push(...keys)
  }
  for (const known of knownRows) {
    above = readRow(context, known, above)
    for (const column of known.row.unused()) notes.add(known.row.number, texts.unused(column, known.kind), true)
  }
  writeAsides(context.asides, reading.skippedRows, notes)
  return team
}

/** Reads the rows of a table, by team, in order of their first rows; the title is empty for rows that name none. */
export const readRows = (cells: Cells, reading: Reading, notes: Notes): ReadonlyArray<ImportItem> => {
  const years = () => yearsIn(cells)
  return [...Map.groupBy(tableRows(cells, reading, notes), ({ team }) => team)].map(([title, rows]) =>
    teamOf(title, rows, { reading, notes, years })
  )
}
