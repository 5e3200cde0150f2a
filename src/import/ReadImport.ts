import type { Cells } from "../shared/Csv.ts"
import { nameLength } from "../shared/Limits.ts"
import { searchable } from "../shared/NormalizedText.ts"
import { type Reading, readingOf } from "./Columns.ts"
import { makeNotes, type Note, type Notes } from "./ImportNotes.ts"
import { isVisible, type Planned, planOf } from "./ImportPlan.ts"
import { readRows } from "./ImportRows.ts"
import { descendantsOf, type ImportItem } from "./ImportTree.ts"
import * as texts from "./NoteTexts.ts"
import { readOutline } from "./Outline.ts"
import type { Question } from "./Questions.ts"
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

/** Characters of a text, without the columns that are skipped: some ten thousand rows. */
export const maxUsedLength = 1_000_000

const usedLength = (text: string, rows: Cells, { form, columns }: Reading): number =>
  form === "outline" || rows.length === 0
    ? text.length
    : rows.reduce(
        (sum, row) => row.reduce((all, cell, at) => all + (columns[at] === "ignored" ? 0 : cell.length), sum),
        0
      )

/** Reads pasted cells or an outline; `given` is what the user corrected of the reading. */
export const readImport = (text: string, given: Partial<Reading>, context: ImportContext): ReadImport => {
  const { here, teams, contentsOf, mayCreateTeams, isAgain } = context
  const { reading, rows } = readingOf(text, given, context)
  if (usedLength(text, rows, reading) > maxUsedLength)
    return { reading, rows, teams: [], notes: [], questions: [], refusal: texts.tooLarge(maxUsedLength), missing: [] }
  const notes = makeNotes()
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
    // Only admins edit a team itself.
    const values = existing === undefined || mayCreateTeams ? item.values : {}
    const planned = planOf({ ...item, values, title: team?.name ?? item.title }, existing, isAgain, notes)
    // A team is not made for its own sake where nothing of what it should have is left.
    const isNeedless = team === undefined && planned.below.length === 0 && !isTeamRow(item, reading)
    return isNeedless ? [] : [planned]
  })
  const listed = notes.list().flatMap(({ rows, ...note }) => {
    const left = rows.filter((row) => !skipped.has(row))
    return left.length === 0 ? [] : [{ ...note, rows: left }]
  })
  return { reading, rows, teams: planned, notes: listed, questions: [], refusal: "", missing }
}
