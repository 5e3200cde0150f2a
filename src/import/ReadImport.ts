import type { Cells } from "../shared/Csv.ts"
import { nameLength } from "../shared/Limits.ts"
import { searchable } from "../shared/NormalizedText.ts"
import { isVisible } from "../shared/words/VisibleText.ts"
import type { Form, Reading } from "./Columns.ts"
import { linesBesideBars } from "./file/BarTables.ts"
import { type GuessedReading, readingOf } from "./GuessedReading.ts"
import { makeNotes, type Note, type Notes } from "./ImportNotes.ts"
import { type Planned, planOf } from "./ImportPlan.ts"
import { readRows } from "./ImportRows.ts"
import { descendantsOf, type ImportItem } from "./ImportTree.ts"
import * as texts from "./NoteTexts.ts"
import { readOutline } from "./Outline.ts"
import { planParents } from "./parents/ParentPlan.ts"
import { answerTo, type Question } from "./Questions.ts"
import * as questions from "./QuestionTexts.ts"
import type { Entity } from "./TeamContents.ts"

interface Team {
  readonly id: string
  readonly name: string
}

/** What decides where the text does not. */
export interface ImportContext extends Pick<Reading, "isDayFirst" | "decimal" | "top"> {
  /** The team that the import was opened in. */
  readonly here: Team | undefined
  /** All teams. */
  readonly teams: ReadonlyArray<Team>
  /** A team with what is in it; undefined while it is not loaded. */
  readonly contentsOf: (teamId: string) => Entity | undefined
  readonly mayCreateTeams: boolean
  /** Whether what is there already is made once more. */
  readonly isAgain: boolean
}

export interface ReadImport {
  readonly reading: Reading
  readonly rows: Cells
  /** What is to be made of each team. */
  readonly teams: ReadonlyArray<Planned>
  readonly notes: ReadonlyArray<Note>
  /** What the text does not tell; none of what `given` answers. */
  readonly questions: ReadonlyArray<Question>
  /** What it does not tell, and `given` answers. */
  readonly answered: ReadonlyArray<Question>
  /** Why nothing is read at all, as a sentence; "" where something is. */
  readonly refusal: string
  /** The ids of teams that have to be loaded before it is known what is there already. */
  readonly missing: ReadonlyArray<string>
}

/** Why no team is found or made of this name; undefined where one can be made. */
const problemOf = (name: string, mayCreateTeams: boolean): texts.NoteText | undefined => {
  if (name === "") return texts.withoutTeam
  if ([...name].length > nameLength || !isVisible(name)) return texts.notA("valid team name", name)
  return mayCreateTeams ? undefined : texts.noSuchTeam(name)
}

/** Whether a team of a table has a row of its own, and nothing else. */
const isTeamRow = ({ below }: ImportItem, { columns }: Reading): boolean =>
  below.length === 0 && columns.includes("type")

/** The item without what is in rows that the user leaves out; what goes with its objective gets a note. */
const withoutRows = (item: ImportItem, skipped: ReadonlySet<number>, notes: Notes): ImportItem => ({
  ...item,
  below: item.below.flatMap((one) => {
    if (!skipped.has(one.row)) return [withoutRows(one, skipped, notes)]
    for (const { row } of one.below) if (!skipped.has(row)) notes.add(row, texts.withoutObjective(one.title), true)
    return []
  })
})

/** A team without the values that only admins edit. */
const editable = (team: ImportItem, mayEdit: boolean): ImportItem => (mayEdit ? team : { ...team, values: {} })

/** Characters of a text, without the columns that are skipped: some ten thousand rows. */
export const maxUsedLength = 1_000_000

const usedLength = (text: string, rows: Cells, { form, columns }: Reading): number =>
  form === "outline" || rows.length === 0
    ? text.length
    : rows.reduce(
        (sum, row) => row.reduce((all, cell, at) => all + (columns[at] === "ignored" ? 0 : cell.length), sum),
        0
      )

/** Columns that can hold items. */
const itemColumns = ["title", "objective", "progress", "initiative", "principle"] as const

/** Characters of a line that decide whether it looks like a row. */
const maxLineLength = 500

/** Doubts whether lines of an outline are rows of a table: a question where a separator tells, or else a note. */
const doubtOutline = (text: string, notes: Notes): void => {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim().slice(0, maxLineLength))
  const rowsOf = (separator: RegExp): ReadonlyArray<number> =>
    lines.flatMap((line, at) => (separator.test(line) ? [at + 1] : []))
  const isMany = (rows: ReadonlyArray<number>): boolean =>
    rows.length > 1 && rows.length * 2 >= lines.filter((line) => line !== "").length
  const forms: ReadonlyArray<readonly [form: Form, separator: RegExp]> = [
    ["bars", /\|/],
    ["tabs", /\t/],
    ["semicolons", /;/],
    ["commas", /,[^,]*,\S/]
  ]
  const found = forms.map(([form, separator]) => [form, rowsOf(separator)] as const).filter(([, rows]) => isMany(rows))
  const likely = found.map(([form]) => form)
  for (const row of found[0]?.[1] ?? []) notes.ask(row, questions.form(["outline", ...likely]))
  const spaced = rowsOf(/\S {2,}\S+.* {2,}\S/)
  if (likely.length === 0 && isMany(spaced)) for (const row of spaced) notes.add(row, texts.likeRow)
}

/** The names of columns that nothing is read from, though they have texts or numbers. */
const unknownColumns = (rows: Cells, { columns, headerRow }: Reading): ReadonlyArray<string> =>
  columns.flatMap((column, at) => {
    const name = rows[headerRow - 1]?.[at]?.trim() ?? ""
    const hasCells = rows.slice(headerRow).some((row) => /[\p{L}\d]/u.test(row[at] ?? ""))
    return column === "ignored" && name !== "" && hasCells ? [name] : []
  })

/** Doubts the form of a text, and the meaning of its columns. */
const doubt = (text: string, given: Partial<Reading>, { reading, rows, told }: GuessedReading, notes: Notes): void => {
  const { form, columns } = reading
  if (form === "outline") {
    if (given.form === undefined) doubtOutline(text, notes)
    return
  }
  if (form === "bars") for (const line of linesBesideBars(text)) notes.add(line, texts.besideTable)
  const hasItems = itemColumns.some((column) => columns.includes(column))
  if (given.columns === undefined && hasItems && told.columns) {
    const names = unknownColumns(rows, reading)
    if (names.length > 0) notes.add(reading.headerRow, texts.unknownColumns(names))
  }
  if (given.columns !== undefined || (hasItems && told.columns)) return
  const at = columns.findIndex((column, at) => column === "ignored" && rows.some((row) => /\p{L}/u.test(row[at] ?? "")))
  const answers = [columns, ...(hasItems || at < 0 ? [] : [columns.with(at, "objective")])].map((columns) =>
    columns.join()
  )
  notes.ask(0, questions.columns(hasItems, answers))
}

/** Reads pasted cells or an outline; `given` is what the user corrected of the reading. */
export const readImport = (text: string, given: Partial<Reading>, context: ImportContext): ReadImport => {
  const { here, teams, contentsOf, mayCreateTeams, isAgain } = context
  const guessed = readingOf(text, given, context)
  const { reading, rows, told } = guessed
  if (usedLength(text, rows, reading) > maxUsedLength)
    return {
      reading,
      rows,
      teams: [],
      notes: [],
      questions: [],
      answered: [],
      refusal: texts.tooLarge(maxUsedLength),
      missing: []
    }
  const notes = makeNotes()
  if (text.trim() !== "") doubt(text, given, guessed, notes)
  const found = reading.form === "outline" ? [readOutline(text, reading, notes)] : readRows(rows, reading, notes)
  const skipped = new Set(reading.skippedRows)
  const read = found
    .filter(({ title }) => !reading.skippedTeams.includes(title))
    .map((item) => withoutRows(item, skipped, notes))
  const teamOf = (name: string): Team | undefined => {
    if (name === "" || reading.team !== "") return here
    const loose = searchable(name)
    return teams.find((team) => team.name === name) ?? teams.find((team) => searchable(team.name) === loose)
  }
  const missing: Array<string> = []
  const planned = read.flatMap((item): ReadonlyArray<Planned> => {
    const team = teamOf(item.title)
    const problem = team === undefined ? problemOf(item.title, mayCreateTeams) : undefined
    if (problem !== undefined) {
      for (const { row } of descendantsOf(item)) notes.add(row, problem, true)
      return []
    }
    const existing = team && contentsOf(team.id)
    if (team !== undefined && existing === undefined) {
      missing.push(team.id)
      return []
    }
    const planned = planOf(
      { ...editable(item, mayCreateTeams), title: team?.name ?? item.title },
      existing,
      isAgain,
      notes
    )
    // A team is not made for its own sake where nothing of what it should have is left.
    const isNeedless = team === undefined && planned.below.length === 0 && !isTeamRow(item, reading)
    return isNeedless ? [] : [planned]
  })
  const hasParents = planned.some(({ below }) => below.some(({ parents }) => parents.length > 0))
  if (hasParents && missing.length === 0) {
    const known = teams.map(({ id }) => [id, contentsOf(id)] as const)
    const contents = known.flatMap(([, team]) => team ?? [])
    // What is not in the file may be in any team.
    if (planParents(planned, contents, notes)) missing.push(...known.flatMap(([id, team]) => (team ? [] : [id])))
  }
  const withRows = <A extends { readonly rows: ReadonlyArray<number> }>(list: ReadonlyArray<A>): ReadonlyArray<A> =>
    list.flatMap((one) => {
      const left = one.rows.filter((row) => !skipped.has(row))
      return left.length === 0 && one.rows.length > 0 ? [] : [{ ...one, rows: left }]
    })
  const asked = notes
    .questions()
    .filter(({ choice }) => !((choice === "dates" || choice === "decimal") && told[choice]))
  const isAnswered = (question: Question): boolean => answerTo(given, question) !== undefined
  return {
    ...{ reading, rows, teams: planned, notes: withRows(notes.list()) },
    questions: withRows(asked.filter((question) => !isAnswered(question))),
    answered: withRows(asked.filter(isAnswered)),
    ...{ refusal: "", missing }
  }
}
