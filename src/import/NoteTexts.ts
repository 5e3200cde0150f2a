import { rowOf } from "../shared/EventTypes.ts"
import { capitalized } from "../shared/words/Nouns.ts"
import { initiativeStatus, objectiveStatus } from "../shared/words/StatusTexts.ts"
import { type Column, columnName } from "./Columns.ts"
import type { Kind } from "./ImportTree.ts"

/** What is said of the items and cells of an import, in the page and by the admin command. */

const statusTexts: Readonly<Record<string, string>> = { ...objectiveStatus, ...initiativeStatus }

/** A status in words; any other value as it is. */
export const valueText = (value: string | number): string => statusTexts[value] ?? String(value)

/** What people call an item of this kind. */
export const nounOf = (kind: Kind): string => rowOf(kind).noun

export const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

/** What a note is about; the page says of each kind how it can be mended. */
export type NoteKind =
  | "values"
  | "readings"
  | "measures"
  | "places"
  | "columns"
  | "teams"
  | "limits"
  | "implied"
  | "parents"
  | "descriptions"
  | "subtotals"

export interface NoteText {
  readonly kind: NoteKind
  readonly text: string
}

const note = (kind: NoteKind, text: string): NoteText => ({ kind, text })

export const noTitle = (kind: Kind) => note("places", `Skipped: ${nounOf(kind)} without a title.`)
export const longTitle = (kind: Kind, title: string, length: number, limit: number) =>
  note("limits", `Skipped ${nounOf(kind)} “${shortened(title)}”: it has ${length} characters, the limit is ${limit}.`)
export const longText = (field: string, length: number, limit: number) =>
  note("limits", `${capitalized(field)} skipped: it has ${length} characters, the limit is ${limit}.`)
export const tooMany = (kind: Kind, limit: number) => note("limits", `Skipped: the limit is ${limit} ${nounOf(kind)}s.`)
export const tooManyLinks = (limit: number) =>
  note("limits", `Linked only to the first principles: the limit is ${limit}.`)
export const largeNumber = (title: string) =>
  note("limits", `Skipped “${shortened(title)}”: one of its numbers is too large.`)
export const withoutObjective = (title: string) => note("places", `Skipped with its objective “${shortened(title)}”.`)
export const newPrinciple = (title: string) =>
  note("implied", `Principle “${shortened(title)}” has no row of its own and will be created.`)
export const withoutRow = (title: string) => note("implied", `Objective “${shortened(title)}” has no row of its own.`)
export const noObjective = note("places", "Skipped: it belongs to no objective.")
export const withoutType = note("readings", "No type: read as an objective.")
export const withoutTeam = note("teams", "Skipped: no team. Import on a team’s board, or name a team in each row.")
export const noSuchTeam = (name: string) =>
  note("teams", `Skipped: team “${shortened(name)}” doesn’t exist, and only admins can create teams.`)
export const otherTeam = note("teams", "Skipped: belongs to another team.")

/** The columns of an objective's own fields. */
export type ObjectiveColumn = "description" | "status" | "statusNote" | "owner" | "startDate" | "dueDate"

/** Columns of which an objective has none itself, with what in it would have them. */
const columnsInObjective: Partial<Readonly<Record<Column, string>>> = {
  ...{ unit: "measure", start: "measure", target: "measure", value: "measure", confidence: "measure", note: "measure" },
  ...{ checkInDate: "measure", initiativeStatus: "initiative", initiativeOwner: "initiative" }
}

export const unused = (column: Column, kind: Kind) => {
  const missing = kind === "objective" ? columnsInObjective[column] : undefined
  const reason = missing === undefined ? `not used for ${nounOf(kind)}s` : `this objective has no ${missing}`
  return note("columns", `${columnName(column)} skipped: ${reason}.`)
}
const maxColumnsNamed = 5

/** Of columns whose names nobody knows, where others are known. */
export const unknownColumns = (names: ReadonlyArray<string>) => {
  const named = names.slice(0, maxColumnsNamed).map((name) => `“${shortened(name)}”`)
  const more = names.length > maxColumnsNamed ? ` and ${names.length - maxColumnsNamed} more` : ""
  return note("columns", `Skipped columns with names that aren’t known: ${named.join(", ")}${more}.`)
}
export const differs = (field: ObjectiveColumn) =>
  note("columns", `${columnName(field)} skipped: a row above gives this objective another one.`)
export const tooDeep = note("places", "Skipped: a measure, an initiative or a link can’t contain anything.")
export const splitInitiatives = (count: number) => note("readings", `Split into ${count} initiatives.`)
export const notA = (what: string, text: string) => note("values", `Skipped “${shortened(text)}”: not a ${what}.`)
export const readAs = (text: string, value: string | number) =>
  note("readings", `Read “${shortened(text)}” as ${valueText(value)}.`)
export const noPeriod = (text: string) =>
  note("values", `“${shortened(text)}” isn’t a known period: kept in the description.`)
export const severalOwners = note(
  "readings",
  "Its objective has another owner in a row above: read as the owner of the initiatives in this row."
)
export const hasValue = (part: string) => note("descriptions", `“${shortened(part)}”: the field has another value.`)
export const reversedDates = (title: string, start: string, due: string) =>
  note("values", `Dates of “${shortened(title)}” skipped: it starts on ${start}, after its due date ${due}.`)
export const noParent = (text: string) => note("parents", `Parent skipped: there is no objective “${shortened(text)}”.`)
export const severalParents = (text: string, teams: ReadonlyArray<string>) =>
  note(
    "parents",
    `Parent skipped: several objectives are called “${shortened(text)}” (${teams.map(shortened).join(", ")}). Name one as “Team: title”.`
  )
export const anotherParent = (title: string) =>
  note("parents", `Parent “${shortened(title)}” skipped: an objective supports one other only.`)
export const circle = (title: string) =>
  note("parents", `Parent “${shortened(title)}” skipped: the objectives would support each other in a circle.`)
export const tooManyLevels = (limit: number) =>
  note("limits", `Parent skipped: the limit is ${limit} levels of objectives.`)
export const noTarget = (title: string) => note("measures", `Skipped measure “${shortened(title)}”: no target.`)
export const noStart = (title: string) =>
  note("measures", `Measure “${shortened(title)}” has no start, so it starts at 0.`)
export const unreadStart = (title: string) =>
  note("measures", `Skipped measure “${shortened(title)}”: its start isn’t a number.`)
export const severalUnits = (title: string) =>
  note("measures", `Skipped measure “${shortened(title)}”: its start, target and value have several units.`)
export const noDistance = (title: string) =>
  note("measures", `Skipped measure “${shortened(title)}”: its start equals its target.`)
export const otherUnit = (title: string, own: string, unit: string) =>
  note(
    "measures",
    `Left “${shortened(title)}” as it is: it is in ${shortened(unit)}, and the import in ${shortened(own) || "no unit. Write it"}.`
  )
export const earlierValue = (title: string, date: string, latest: string) =>
  note(
    "measures",
    `Left out the value of measure “${shortened(title)}” of ${date}: it has a check-in of a later day, ${latest}.`
  )
export const farFrom = (title: string, value: number, before: number) =>
  note("readings", `“${shortened(title)}”: ${value} is far from the last value, ${before}.`)

export const tooLarge = (limit: number) =>
  `Too large: the columns that are read have more than ${limit / 1e6} million characters. Skip columns, or split it.`
export const repeatedHeader = note("subtotals", "Skipped: repeats the names of the columns.")
export const besideTable = note("places", "Skipped: not in the table.")
export const likeRow = note("readings", "Looks like a row of a table, and is read as one item.")
export const subtotal = note("subtotals", "Skipped: a subtotal.")

/** What a column is called in the line of a description that takes it up. */
const asideLabels: Partial<Readonly<Record<Column, string>>> = {
  ...{ objective: "Parent", parent: "Parent", dueDate: "Due", measureDueDate: "Due" },
  ...{ measureOwner: "Owner", measureStatus: "Status" }
}

export const aside = (column: Column, value: string) => `${asideLabels[column] ?? columnName(column)}: ${value}`
export const asideOf = (subject: string, parts: ReadonlyArray<string>) =>
  `${subject === "" ? "" : `${subject} – `}${parts.join(" · ")}`

/** Columns that descriptions took up, by this release or by earlier ones. */
const describedColumns = ["owner", "period", "parent", "dueDate", "startDate", "measureStatus", "link"] as const
const asideLabel = `(?:${describedColumns.map((column) => aside(column, "")).join("|")})`
const asideLine = new RegExp(`^(?:(.+?) – )??(?=${asideLabel})(.+)$`)
const asideParts = new RegExp(` · (?=${asideLabel})`)

/** The subject and the parts of a line that `asideOf` may have written; undefined for another line. */
export const asideIn = (line: string) => {
  const [, subject = "", parts] = asideLine.exec(line) ?? []
  return parts === undefined ? undefined : { subject, parts: parts.split(asideParts) }
}

/** What a part says if it is of this column. */
export const valueIn = (part: string, column: Column): string | undefined => {
  const label = aside(column, "")
  return part.startsWith(label) ? part.slice(label.length).trim() : undefined
}

export const described = note(
  "descriptions",
  "Details without a field of their own, such as a key result’s owner and due date: added to the objective’s description."
)
