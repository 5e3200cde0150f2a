import { nameLength } from "../../../shared/Limits.ts"
import { searchable } from "../../texts/NormalizedText.ts"
import type { DecimalSign } from "../../texts/Quantities.ts"
import type { Cells } from "./Cells.ts"
import { type Reading, readingOf } from "./Columns.ts"
import { readOutline } from "./Outline.ts"
import { isVisible, type Plan, planOf, type TeamContents } from "./Plan.ts"
import { readRows } from "./Rows.ts"
import * as texts from "./Texts.ts"
import { makeNotes, type Note, type Notes, rowsOf, type Things } from "./Things.ts"

interface Team {
  readonly id: string
  readonly name: string
}

/** What decides where the text does not. */
export interface Surroundings extends Pick<Reading, "isDayFirst" | "top"> {
  readonly decimal: DecimalSign
  /** The team that the import was opened in. */
  readonly here: Team | undefined
  /** All teams. */
  readonly teams: ReadonlyArray<Team>
  /** Undefined while it is not loaded. */
  readonly contentsOf: (teamId: string) => TeamContents | undefined
  readonly mayCreateTeams: boolean
  /** Whether what is there already is made once more. */
  readonly isAgain: boolean
}

/** What is to be made in one team. */
export interface TeamPlan {
  /** Undefined for a team that is to be made too. */
  readonly id: string | undefined
  readonly name: string
  /** The colour of a team to be created; empty if the text has none. */
  readonly color: string
  /** The first of its rows. */
  readonly row: number
  readonly plan: Plan
}

export interface ReadImport {
  readonly reading: Reading
  readonly rows: Cells
  readonly teams: ReadonlyArray<TeamPlan>
  readonly notes: ReadonlyArray<Note>
  /** The ids of teams that have to be loaded before it is known what is there already. */
  readonly missing: ReadonlyArray<string>
}

const noContents: TeamContents = { principles: [], objectives: [] }

/** Why no team is found or made of this name; empty where one can be made. */
const hindranceOf = (name: string, mayCreateTeams: boolean): string => {
  if (name === "") return texts.withoutTeam
  if ([...name].length > nameLength || !isVisible(name)) return texts.notA("name of a team", name)
  return mayCreateTeams ? "" : texts.noSuchTeam(name)
}

const leaveOut = (things: Things, text: string, notes: Notes): void => {
  for (const row of rowsOf(things)) notes.add(row, text, true)
}

/** Reads pasted cells or an outline; `given` is what the user corrected of the reading. */
export const readImport = (text: string, given: Partial<Reading>, around: Surroundings): ReadImport => {
  const { decimal, here, teams, contentsOf, mayCreateTeams, isAgain, isDayFirst, top } = around
  const { reading, rows } = readingOf(text, given, { isDayFirst, team: here?.name ?? "", top })
  const notes = makeNotes()
  const byTeam =
    reading.form === "outline"
      ? new Map([["", readOutline(text, reading, decimal, notes)]])
      : readRows(rows, reading, decimal, notes)
  const teamOf = (name: string): Team | undefined => {
    if (name === "" || reading.team !== "") return here
    const loose = searchable(name)
    return teams.find((team) => team.name === name) ?? teams.find((team) => searchable(team.name) === loose)
  }
  const missing: Array<string> = []
  const planned = [...byTeam].flatMap(([name, things]): ReadonlyArray<TeamPlan> => {
    const team = teamOf(name)
    const hindrance = team === undefined ? hindranceOf(name, mayCreateTeams) : ""
    if (hindrance !== "") {
      leaveOut(things, hindrance, notes)
      return []
    }
    const contents = team === undefined ? noContents : contentsOf(team.id)
    if (contents === undefined) missing.push(team?.id ?? "")
    const plan = planOf(things, contents ?? noContents, isAgain, notes)
    return [{ id: team?.id, name: team?.name ?? name, color: things.color ?? "", row: rowsOf(things)[0] ?? 0, plan }]
  })
  return { reading, rows, teams: planned, notes: notes.list(), missing }
}
