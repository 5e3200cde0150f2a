import { type Cells, type CsvDialect, guarded } from "../shared/Csv.ts"
import { writeQuantity } from "../shared/Quantities.ts"
import { capitalized } from "../shared/words/Nouns.ts"
import { type Column, columnName, columns } from "./Columns.ts"
import { referenceTo } from "./ImportReferences.ts"
import * as texts from "./NoteTexts.ts"
import { type NamedObjective, objectiveNames } from "./parents/ObjectiveNames.ts"
import type { Entity } from "./TeamContents.ts"

type ElsewhereObjective = Pick<NamedObjective, "id" | "title" | "team" | "number">

/** The columns of a download; where there are several teams, a team's name stands before them, and its colour behind. */
const columnsFor = (hasTeams: boolean): ReadonlyArray<Column> => {
  const own = columns.slice(0, columns.indexOf("team"))
  return hasTeams ? ["team", ...own, "color"] : own
}

export const headerOf = (hasTeams: boolean): ReadonlyArray<string> => columnsFor(hasTeams).map(columnName)

/** Texts that name what an entity is linked to, of which all are of one kind in its parent. */
const referencesOf = ({ links }: Entity, { below }: Entity): string => {
  const { kind } = below.find(({ id }) => links.includes(id)) ?? {}
  const named = below.filter((one) => one.kind === kind)
  const titles = named.map(({ title }) => title)
  return named.flatMap(({ id }, at) => (links.includes(id) ? [referenceTo(titles, at)] : [])).join("\n")
}

/** Numbers stay as they are: a spreadsheet takes a negative one for a number, not for a formula. */
const cellOf = (value: unknown, { decimal }: Pick<CsvDialect, "decimal">): string =>
  typeof value === "number" ? writeQuantity(value, decimal) : typeof value === "string" ? guarded(value) : ""

/**
 * The texts that name the objectives which others support, in a file of these teams; `elsewhere` are those of other teams. One that
 * is in neither is named by its id.
 */
export const parentNames = (teams: ReadonlyArray<Entity>, elsewhere: ReadonlyArray<ElsewhereObjective> = []) => {
  const own = teams.flatMap(({ title: team, below }) =>
    below.filter(({ kind }) => kind === "objective").map(({ id, title }, at) => ({ id, title, team, number: at + 1 }))
  )
  const known = new Set(own.map(({ id }) => id))
  const all = [
    ...own.map((one) => ({ ...one, keys: [], isInFile: true })),
    ...elsewhere.filter(({ id }) => !known.has(id)).map((one) => ({ ...one, keys: [], isInFile: false }))
  ]
  const { nameOf } = objectiveNames(all)
  const byId = new Map(all.map((one) => [one.id, one]))
  return ({ id, fields: { parentId } }: Entity): string => {
    const [own, parent] = [byId.get(id), typeof parentId === "string" ? byId.get(parentId) : undefined]
    return own === undefined || parent === undefined ? String(parentId ?? "") : nameOf(own, parent)
  }
}

/** A row for each item in the team; with other teams beside it, for the team too. `parentOf`: of all teams of the file. */
export const cellsOf = (
  team: Entity,
  hasTeams: boolean,
  dialect: Pick<CsvDialect, "decimal">,
  parentOf = parentNames([team])
): Cells => {
  const rowOf = (one: Entity, parent: Entity): ReadonlyArray<string> => {
    const { kind, title, fields } = one
    const { status } = fields
    const noun = texts.nounOf(kind)
    const values: Readonly<Record<string, unknown>> = {
      ...fields,
      type: capitalized(noun),
      title,
      team: team.title,
      objective: parent === team ? "" : parent.title,
      parent: kind === "objective" ? parentOf(one) : "",
      checkInDate: fields.date,
      status: typeof status === "string" ? texts.valueText(status) : "",
      [kind === "objective" ? "principle" : "group"]: referencesOf(one, parent)
    }
    return columnsFor(hasTeams).map((column) => cellOf(values[column], dialect))
  }
  return [
    ...(hasTeams ? [rowOf(team, team)] : []),
    ...team.below.flatMap((one) => [rowOf(one, team), ...one.below.map((inner) => rowOf(inner, one))])
  ]
}
