import type { TeamBody } from "../../../domain/views/Views.ts"
import { writeQuantity } from "../../texts/Quantities.ts"
import type { Objective, Principle } from "../../workspace/Team.ts"
import { type Cells, guarded } from "./Cells.ts"
import type { Column } from "./Columns.ts"
import { referenceTo } from "./References.ts"
import * as texts from "./Texts.ts"

/** The columns of a download; where there are several teams, a team's name stands before them, and its colour behind. */
const columns = [
  "type",
  "title",
  "objective",
  "group",
  "status",
  "dueDate",
  "principles",
  "description",
  "unit",
  "start",
  "target",
  "value",
  "confidence",
  "note"
] as const satisfies ReadonlyArray<Column>

type Values = Partial<Readonly<Record<(typeof columns)[number], string>>>

const types = {
  team: "Team",
  principle: "Principle",
  objective: "Objective",
  group: "Group",
  initiative: "Initiative",
  measure: "Measure"
}

const objectiveRows = (objective: Objective, principles: ReadonlyArray<Principle>): ReadonlyArray<Values> => {
  const { title, description, status, dueDate, groups, initiatives, progress } = objective
  const titles = principles.map((principle) => principle.title)
  const linked = new Set(objective.principles.map(({ id }) => id))
  const references = principles.flatMap(({ id }, at) => (linked.has(id) ? [referenceTo(titles, at)] : []))
  const groupNames = groups.map(({ name }) => name)
  const groupIds = groups.map(({ id }) => id)
  return [
    {
      type: types.objective,
      title,
      status: texts.objectiveStatus[status],
      dueDate: dueDate ?? "",
      principles: references.join("\n"),
      description
    },
    ...groups.map(({ name }) => ({ type: types.group, title: name, objective: title })),
    ...initiatives.map((initiative) => ({
      type: types.initiative,
      title: initiative.title,
      objective: title,
      group: initiative.groupId === null ? "" : referenceTo(groupNames, groupIds.indexOf(initiative.groupId)),
      status: texts.initiativeStatus[initiative.status]
    })),
    ...progress.map(({ name, unit, start, target, value, confidence, note }) => ({
      type: types.measure,
      title: name,
      objective: title,
      unit,
      start: writeQuantity(start),
      target: writeQuantity(target),
      value: writeQuantity(value),
      confidence: confidence === null ? "" : String(confidence),
      note
    }))
  ]
}

/** Numbers stay as they are: a spreadsheet takes a negative one for a number, not for a formula. */
const isNumber = (column: Column): boolean => column === "start" || column === "target" || column === "value"

/** A row for each thing in the team; `team`: where other teams stand beside it, which has a row of its own then. */
export const cellsOf = (
  principles: ReadonlyArray<Principle>,
  objectives: ReadonlyArray<Objective>,
  team?: TeamBody
): Cells => {
  const rows: ReadonlyArray<Values> = [
    ...principles.map(({ title, description }) => ({ type: types.principle, title, description })),
    ...objectives.flatMap((objective) => objectiveRows(objective, principles))
  ]
  const cells = rows.map((row) =>
    columns.map((column) => (isNumber(column) ? (row[column] ?? "") : guarded(row[column] ?? "")))
  )
  if (team === undefined) return cells
  const name = guarded(team.name)
  const own = columns.map((column) => (column === "type" ? types.team : column === "title" ? name : ""))
  return [[name, ...own, team.color], ...cells.map((row) => [name, ...row, ""])]
}

export const headerOf = (hasTeams: boolean): ReadonlyArray<string> =>
  (hasTeams ? (["team", ...columns, "color"] as const) : columns).map((column) => texts.columnNames[column])
