import type { Team } from "../../../src/domain/state/State.ts"
import { type ObjectiveSpec, teamOf } from "../Build.ts"
import { dropped, otherObjectives } from "./OtherObjectives.ts"
import type { Row } from "./Row.ts"
import { steadyObjectives } from "./SteadyObjectives.ts"
import { urgentObjectives } from "./UrgentObjectives.ts"

const principles = [
  "The first parcel convinces",
  "One number, one owner",
  "Automate before we hire",
  "Safe by default",
  "Small releases, every week",
  "Plain words, in the customer's language",
  "Partners sell, we enable",
  "Regulated customers can say yes"
].map((title, index) => ({
  title,
  description: index % 2 === 0 ? "" : "What we do when nobody has time to ask."
}))

const people = ["kari", "priya", "tomás"]

const objectiveOn = (row: Row, day: string, at: number): ObjectiveSpec => ({
  title: row.title,
  description: row.description,
  status: row.statuses.findLast(([from]) => from <= day)?.[1] ?? "draft",
  dueDate: row.dueDate,
  principles: row.principles,
  groups: [],
  initiatives: row.initiatives.map(([title, status]) => ({ title, status, group: null })),
  measures: row.measures.map(({ checkIns, ...measure }) => ({
    ...measure,
    checkIns: checkIns
      .filter(([made]) => made <= day)
      .toReversed()
      .map(([made, value, confidence, note]) => ({
        value,
        confidence,
        note,
        timestamp: `${made}T09:30:00.000Z`,
        actorName: people[at % people.length] ?? ""
      }))
  }))
})

/** The last day of the twelve weeks, and the day that the deck compares with. */
export const lastDay = "2026-11-14"
export const quarterBegin = "2026-09-01"

/** The days on which statuses are counted. */
export const quarterWeeks: ReadonlyArray<string> = [
  quarterBegin,
  ...["09-05", "09-12", "09-19", "09-26", "10-03", "10-10", "10-17", "10-24", "10-31", "11-07"].map(
    (day) => `2026-${day}`
  ),
  lastDay
]

/** A realistic team of 25 objectives at the end of a day of its twelve weeks. */
export const quarterTeamOn = (day: string): Team => {
  const rows = [...urgentObjectives, ...steadyObjectives, ...otherObjectives, dropped.objective]
  const team = teamOf({
    name: "Parcel Services",
    color: "#1f5fa8",
    principles,
    objectives: rows.map((row, at) => objectiveOn(row, day, at))
  })
  const there = (row: Row) => row.createdAt <= day && (row !== dropped.objective || day < dropped.deletedAt)
  return {
    ...team,
    objectives: team.objectives.flatMap((objective, index) => {
      const row = rows[index]
      if (row === undefined || !there(row)) return []
      return [{ ...objective, createdAt: `${row.createdAt}T08:00:00.000Z` }]
    })
  }
}
