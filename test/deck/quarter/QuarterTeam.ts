import { readFileSync } from "node:fs"
import type { Team } from "../../../src/domain/state/State.ts"
import type { InitiativeStatus, ObjectiveStatus } from "../../../src/shared/Statuses.ts"
import { type MeasureSpec, type ObjectiveSpec, teamOf } from "../Build.ts"

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

/** A measure of `objectives.txt` as it is on a day; its check-ins stand oldest first, each with its confidence in brackets. */
const measureOn = (text: string, day: string, actorName: string): MeasureSpec => {
  const [head = "", ...lines] = text.split("\n")
  const [, start, target, unit = "", name = ""] = /^(\S+) → (\S+) (.*) \| (.*)$/.exec(head) ?? []
  const checkIns = lines.flatMap((line) => {
    const [, made = "", value, confidence, note = ""] = /^ {2}(\S+) (\S+) \((\d+)\) ?(.*)$/.exec(line) ?? []
    if (made === "" || made > day) return []
    return [
      { value: Number(value), confidence: Number(confidence), note, timestamp: `${made}T09:30:00.000Z`, actorName }
    ]
  })
  return { name, unit, start: Number(start), target: Number(target), checkIns: checkIns.toReversed() }
}

/** An objective of `objectives.txt` as it is on a day; it was created on the day of its first status. */
const objectiveOn = (text: string, day: string, at: number): ObjectiveSpec & { readonly createdOn: string } => {
  const told = (key: string) =>
    text.split("\n").flatMap((line) => (line.startsWith(`${key}: `) ? [line.slice(key.length + 2)] : []))
  const statuses = told("Status").map((line) => line.split(" ") as [day: string, status: ObjectiveStatus])
  const [due = "never"] = told("Due")
  return {
    title: text.slice(2, text.indexOf("\n")),
    description: told("Why").join("\n"),
    status: statuses.findLast(([from]) => from <= day)?.[1] ?? "draft",
    createdOn: statuses[0]?.[0] ?? "",
    dueDate: due === "never" ? null : due,
    principles: told("Principles").flatMap((line) => line.split(", ").map(Number)),
    groups: [],
    initiatives: told("Initiative").map((line) => {
      const [status, title = ""] = line.split(" | ") as [InitiativeStatus, string]
      return { title, status, group: null }
    }),
    measures: text
      .split("\nMeasure: ")
      .slice(1)
      .map((measure) => measureOn(measure, day, people[at % people.length] ?? ""))
  }
}

const objectives = readFileSync(new URL("objectives.txt", import.meta.url), "utf8")
  .trimEnd()
  .split("\n\n")

/** The last objective of the file was given up, and deleted on this day. */
const deletedOn = "2026-10-28"

/** The last day of the twelve weeks, and the day that the deck compares with. */
export const lastDay = "2026-11-14"
export const quarterBegin = "2026-09-01"

/** A realistic team of 25 objectives at the end of a day of its twelve weeks. */
export const quarterTeamOn = (day: string): Team => {
  const specs = objectives.map((text, at) => objectiveOn(text, day, at))
  const team = teamOf({ name: "Parcel Services", color: "#1f5fa8", principles, objectives: specs })
  const isThere = (createdOn: string, at: number) => createdOn <= day && (at < specs.length - 1 || day < deletedOn)
  return {
    ...team,
    objectives: team.objectives.flatMap((objective, at) => {
      const { createdOn = "" } = specs[at] ?? {}
      return isThere(createdOn, at) ? [{ ...objective, createdAt: `${createdOn}T08:00:00.000Z` }] : []
    })
  }
}
