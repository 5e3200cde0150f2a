import { counted } from "../../texts/Counted.ts"
import { capitalized } from "../../texts/Fields.ts"
import { formatNumber } from "../../texts/Formats.ts"
import { initiativeStatus, objectiveStatus } from "../../texts/States.ts"
import { type Column, columnName, type Form } from "./Columns.ts"
import type { Kind, Values } from "./ImportTree.ts"

export * from "../../texts/SharedTexts.ts"

const statusTexts: Readonly<Record<string, string>> = { ...objectiveStatus, ...initiativeStatus }

/** A status in words; any other value as it is. */
export const valueText = (value: string | number): string => statusTexts[value] ?? String(value)

/** What people call an item of this kind. */
export const nounOf = (kind: Kind): string => (kind === "progress" ? "measure" : kind)

export const countOf = (kind: Kind, count: number): string => counted(count, nounOf(kind))

export const forms: Readonly<Record<Form, string>> = {
  tabs: "Tab-separated",
  commas: "Comma-separated",
  semicolons: "Semicolon-separated",
  outline: "Indented list"
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

/** Rows that are listed one by one. */
const maxRows = 8

export const importInto = (team: string) => `Import into ${team}`
export const paste = "Spreadsheet cells, CSV or an indented list"
export const example = "Grow the business\n  Ask ten customers\n  Customers: 20 to 50"
export const chooseFile = "Choose a file"
export const sources =
  "Or drop one here: CSV from Excel, Google Sheets or Notion, or plain text. Nothing is imported until you confirm."
export const tooLarge = "Too large: the limit is a million characters. Split it into several imports."
export const workbook = "This is a workbook. Copy its cells and paste them here, or save it as CSV."
export const notRead = (name: string) => `Couldn’t read ${name}.`
export const anotherRuns = "Another import is still running."
export const nothingToImport = "Nothing to import yet"
export const importItems = (count: number) => `Import ${counted(count, "item")}`
export const settings = "Import settings"
export const form = "Format"
export const top = "Unindented lines are"
export const tops = { objective: "Objectives", principle: "Principles" }
export const dateOrder = "Dates like 3/4/2027 are"
export const dateOrders = { true: "Day/month/year", false: "Month/day/year" }
export const whichTeam = "Rows of team"
export const eachTeam = "All, each into its own team"
export const teamsOf = (teams: ReadonlyArray<{ readonly name: string }>) =>
  teams.length === 1 ? (teams[0]?.name ?? "") : counted(teams.length, "team")
export const teamsNotLoaded = "Couldn’t load the contents of the teams."
export const hasHeader = "The first row contains column names"
export const duplicates = "Import duplicates too"
export const columns = "Columns"
export const columnNumber = (number: number, name: string) =>
  name === "" ? `Column ${number}` : `Column ${number}, ${name}`
export const preview = "Preview"
export const previewOf = (list: string) => `Preview: ${list}`
export const nothingNew = "Nothing new to import"
export const isNew = "new"
export const exists = "already exists"
export const due = (day: string) => `due ${day}`
export const linkedTo = (list: string) => `Principles: ${list}`
export const measure = ({ start = 0, target = 0, value = 0, unit = "", confidence = null }: Values) =>
  [
    `${formatNumber(start)} to ${formatNumber(target)} ${unit}`.trim(),
    `now ${formatNumber(value)}`,
    ...(confidence === null ? [] : [`confidence ${confidence}/10`])
  ].join(", ")
export const issues = (count: number) => `${counted(count, "issue")} to review`
export const inRows = (rows: ReadonlyArray<number>) => {
  const [more, listed] = [rows.length - maxRows, rows.slice(0, maxRows).join(", ")]
  return `Row${rows.length === 1 ? "" : "s"} ${listed}${more > 0 ? ` and ${more} more` : ""}`
}
export const importing = "Import"
export const tasks = { import: "Importing", undo: "Undoing the import" }
export const doing = (task: string, made: number, total: number, team: string) =>
  `${task} into ${team}: ${made} of ${total}.`
export const waiting = "Can’t reach the server. This continues when you reconnect."
export const stopped = (task: string, made: number, total: number, error: string) =>
  `${task} stopped after ${made} of ${total}. ${error}`
export const lookingAtTeam = "Checking for later changes…"
export const imported = (count: number, team: string) => `Imported ${counted(count, "item")} into ${team}.`
export const undone = (team: string) => `Undid the import into ${team}.`
export const kept = (list: string, count: number) =>
  `Kept ${counted(count, "item")}, changed since or still in use: ${list}`
export const stop = "Stop"
export const resume = "Continue"
export const undoImport = "Undo import"
export const toTeam = (team: string) => `Open ${team}`
export const downloading = "Download"
export const downloaded = (done: number, total: number) => `Downloading: ${done} of ${total} teams.`
export const notDownloaded = (reason: string) => `Download failed. ${reason}`
export const saved = (name: string) => `Saved ${name}.`
export const noTitle = (kind: Kind) => `Skipped: ${nounOf(kind)} without a title.`
export const longTitle = (kind: Kind, title: string, length: number, limit: number) =>
  `Skipped ${nounOf(kind)} “${short(title)}”: it has ${length} characters, the limit is ${limit}.`
export const longText = (field: string, length: number, limit: number) =>
  `${capitalized(field)} skipped: it has ${length} characters, the limit is ${limit}.`
export const tooMany = (kind: Kind, limit: number) => `Skipped: the limit is ${countOf(kind, limit)}.`
export const tooManyLinks = (limit: number) => `Linked only to the first principles: the limit is ${limit}.`
export const largeNumber = (title: string) => `Skipped “${short(title)}”: one of its numbers is too large.`
export const withoutObjective = (title: string) => `Skipped with its objective “${short(title)}”.`
export const newPrinciple = (title: string) => `Principle “${short(title)}” has no row of its own and will be created.`
export const withoutRow = (title: string) => `Objective “${short(title)}” has no row of its own.`
export const noObjective = "Skipped: it belongs to no objective."
export const withoutType = "No type: read as an objective."
export const withoutTeam = "Skipped: no team. Import on a team’s board, or name a team in each row."
export const noSuchTeam = (name: string) =>
  `Skipped: team “${short(name)}” doesn’t exist, and only admins can create teams.`
export const otherTeam = "Skipped: belongs to another team."

/** Columns of which an objective has none itself, with what in it would have them. */
const columnsInObjective: Partial<Readonly<Record<Column, string>>> = {
  ...{ unit: "measure", start: "measure", target: "measure", value: "measure", confidence: "measure", note: "measure" },
  initiativeStatus: "initiative"
}

export const unused = (column: Column, kind: Kind) => {
  const missing = kind === "objective" ? columnsInObjective[column] : undefined
  const reason = missing === undefined ? `not used for ${nounOf(kind)}s` : `this objective has no ${missing}`
  return `${columnName(column)} skipped: ${reason}.`
}
export const differs = (field: "description" | "status" | "dueDate") =>
  `${columnName(field)} skipped: a row above gives this objective another one.`
export const tooDeep = "Skipped: a measure, an initiative or a link can’t contain anything."
export const splitInitiatives = (count: number) => `Split into ${count} initiatives.`
export const notA = (what: string, text: string) => `Skipped “${short(text)}”: not a ${what}.`
export const readAs = (text: string, value: string | number) => `Read “${short(text)}” as ${valueText(value)}.`
export const noTarget = (title: string) => `Skipped measure “${short(title)}”: no target.`
export const parentRejected = "Skipped: the item it belongs to was rejected."
export const noStart = (title: string) => `Measure “${short(title)}” has no start, so it starts at 0.`
export const noDistance = (title: string) => `Skipped measure “${short(title)}”: its start equals its target.`
