import { counted } from "../../texts/Counted.ts"
import { formatNumber } from "../../texts/Formats.ts"
import { initiativeStatus, objectiveStatus } from "../../texts/States.ts"
import { type Column, columnName, type Form } from "./Columns.ts"
import type { Kind, Values } from "./Things.ts"

export * from "../../texts/Texts.ts"

const statusTexts: Readonly<Record<string, string>> = { ...objectiveStatus, ...initiativeStatus }

/** A status in words; any other value as it is. */
export const valueText = (value: string | number): string => statusTexts[value] ?? String(value)

/** What people call a thing of this kind. */
export const nounOf = (kind: Kind): string => (kind === "progress" ? "measure" : kind)

export const countOf = (kind: Kind, count: number): string => counted(count, nounOf(kind))

export const forms: Readonly<Record<Form, string>> = {
  tabs: "Cells between tabs",
  commas: "Cells between commas",
  semicolons: "Cells between semicolons",
  outline: "Lines, indented"
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

/** Rows that are listed one by one. */
const maxRows = 8

export const importInto = (team: string) => `Import into ${team}`
export const paste = "Cells of a spreadsheet, a CSV file, or an indented list"
export const example = "Grow the business\n  Ask ten customers\n  Customers: 20 to 50"
export const chooseFile = "Choose a file"
export const sources =
  "Or drop one here: CSV from Excel, Google Sheets or Notion, or plain text. Nothing is written yet."
export const tooLarge = "This is too large: a million characters at most. Please split it."
export const workbook = "This is a workbook. Please copy its cells and paste them here, or save it as CSV."
export const notRead = (name: string) => `${name} could not be read.`
export const anotherRuns = "Another import is still in progress."
export const nothingToImport = "Nothing to import yet"
export const importThings = (count: number) => `Import ${counted(count, "thing")}`
export const howRead = "How it is read"
export const form = "It is"
export const top = "Lines without indentation are"
export const tops = { objective: "Objectives", principle: "Principles" }
export const dateOrder = "Dates like 3/4/2027 are"
export const dateOrders = { true: "Day/month/year", false: "Month/day/year" }
export const whichTeam = "Rows of the team"
export const eachTeam = "All, each into its own team"
export const teamsOf = (teams: ReadonlyArray<{ readonly name: string }>) =>
  teams.length === 1 ? (teams[0]?.name ?? "") : counted(teams.length, "team")
export const teamsNotLoaded = "What the teams have already could not be loaded."
export const hasHeader = "The first row names the columns"
export const again = "Make again what is there already"
export const columns = "Columns"
export const columnNumber = (number: number, name: string) =>
  name === "" ? `Column ${number}` : `Column ${number}, ${name}`
export const preview = "What will be made"
export const willBeMade = (list: string) => `This will be made: ${list}`
export const nothingNew = "Nothing will be made"
export const isNew = "new"
export const isThere = "is there already"
export const due = (day: string) => `due ${day}`
export const linkedTo = (list: string) => `Principles: ${list}`
export const measure = ({ start = 0, target = 0, value = 0, unit = "", confidence = null }: Values) =>
  [
    `${formatNumber(start)} to ${formatNumber(target)} ${unit}`.trim(),
    `now ${formatNumber(value)}`,
    ...(confidence === null ? [] : [`confidence ${confidence}`])
  ].join(", ")
export const unclear = (count: number) => counted(count, "thing to know", "things to know")
export const inRows = (rows: ReadonlyArray<number>) => {
  const [more, listed] = [rows.length - maxRows, rows.slice(0, maxRows).join(", ")]
  return `Row${rows.length === 1 ? "" : "s"} ${listed}${more > 0 ? ` and ${more} more` : ""}`
}
export const importing = "Import"
export const tasks = { import: "The import", undo: "The undo of the import" }
export const doing = (task: string, made: number, total: number, team: string) =>
  `${task} into ${team}: ${made} of ${total}.`
export const waiting = "The server does not answer; it goes on by itself."
export const stopped = (task: string, made: number, total: number, error: string) =>
  `${task} stopped after ${made} of ${total}. ${error}`
export const lookingAtTeam = "Looking for what was changed since…"
export const imported = (count: number, team: string) =>
  `${counted(count, "thing is", "things are")} imported into ${team}.`
export const undone = (team: string) => `The import into ${team} is undone.`
export const stays = (list: string, count: number) => `What was changed since, or is in use, stays (${count}): ${list}`
export const stop = "Stop"
export const goOn = "Go on"
export const undoImport = "Undo import"
export const toTeam = (team: string) => `Open ${team}`
export const downloading = "Download"
export const downloaded = (done: number, total: number) => `Downloading: ${done} of ${total} teams.`
export const notDownloaded = (reason: string) => `Nothing was downloaded. ${reason}`
export const saved = (name: string) => `Saved ${name}.`
export const noTitle = (kind: Kind) => `Left out: ${nounOf(kind)} without a title.`
export const longTitle = (kind: Kind, title: string, length: number, limit: number) =>
  `Left out: ${nounOf(kind)} “${short(title)}” has ${length} characters, ${limit} at most.`
export const longText = (field: string, length: number, limit: number) =>
  `Without its ${field}, which has ${length} characters, ${limit} at most.`
export const tooMany = (kind: Kind, limit: number) => `Left out: more than ${countOf(kind, limit)}.`
export const tooManyLinks = (limit: number) => `Linked to the first principles only, ${limit} at most.`
export const largeNumber = (title: string) => `Left out: “${short(title)}” has a number that is too large.`
export const withoutObjective = (title: string) => `Left out with its objective “${short(title)}”.`
export const newPrinciple = (title: string) => `Principle “${short(title)}” has no row of its own, and is made too.`
export const withoutRow = (title: string) => `Objective “${short(title)}” has no row of its own.`
export const noObjective = "Left out: no objective to put it in."
export const withoutType = "Without a type: read as an objective."
export const withoutTeam = "Left out: no team is named. Import it on the board of a team, or name a team in each row."
export const noSuchTeam = (name: string) => `Left out: there is no team “${short(name)}”, and only admins can make one.`
export const otherTeam = "Left out: another team’s."
export const unused = (column: Column, kind: Kind) =>
  `“${columnName(column)}” is left out: no such thing for this ${nounOf(kind)}.`
export const differs = (field: "description" | "status" | "dueDate") =>
  `“${columnName(field)}” is left out: a row above has another one for this objective.`
export const tooDeep = "Left out: nothing goes below a measure, an initiative or a link."
export const splitInitiatives = (count: number) => `Read as ${count} initiatives.`
export const notA = (what: string, text: string) => `“${short(text)}” is no ${what}, and is left out.`
export const readAs = (text: string, value: string | number) => `“${short(text)}” is read as ${valueText(value)}.`
export const noTarget = (title: string) => `Left out: measure “${short(title)}” has no target.`
export const withoutParent = "What it belongs to was not made."
export const noStart = (title: string) => `Measure “${short(title)}” has no start: it starts at 0.`
export const noDistance = (title: string) => `Left out: measure “${short(title)}” starts at its target.`
