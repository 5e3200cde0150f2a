import type { Form } from "../../../import/Columns.ts"
import { changeText, type Difference, type ExistingChoice } from "../../../import/Differences.ts"
import type { Kind, Values } from "../../../import/ImportTree.ts"
import { type NoteKind, nounOf, valueText } from "../../../import/NoteTexts.ts"
import type { Choice } from "../../../import/Questions.ts"
import { convertedDetails } from "../../../shared/ChangeSetNames.ts"
import { truncatedLine } from "../../../shared/Quoted.ts"
import { wording } from "../../texts/OneChangeTexts.ts"
import { counted } from "../../texts/values/Counted.ts"
import { formatDay, formatNumber } from "../../texts/values/PageFormats.ts"
import type { Batch } from "../../workspace/outbox/Batch.ts"

export * from "../../texts/SharedTexts.ts"

export const countOf = (kind: Kind, count: number): string => counted(count, nounOf(kind))

export const forms: Readonly<Record<Form, string>> = {
  tabs: "Tab-separated",
  commas: "Comma-separated",
  semicolons: "Semicolon-separated",
  bars: "Table with bars",
  outline: "Indented list"
}

/** Code points of an item's title in the name of an import. */
const maxNameLength = 40

/** Rows that are listed one by one. */
const maxRows = 8

export const importInto = (team: string) => `Import into ${team}`
export const paste = "Spreadsheet cells, CSV or an indented list"
export const example = "Grow the business\n  Ask ten customers\n  Customers: 20 to 50"
export const chooseFile = "Choose a file"
export const sources =
  "Or drop one here: .xlsx or CSV from Excel, Google Sheets, Notion, Viva Goals, Perdoo, Quantive or Jira, a download of this service, or plain text. Nothing is imported until you confirm."
export const tooLarge = "Too large: the limit is 10 MB, and 5 million characters. Split it into several imports."
export const notRead = (name: string) => `Couldn’t read ${name}.`
export const anotherRuns = "Another import is still running."
export const nothingToImport = "Nothing to import yet"
export const importItems = (items: number, changes: number) =>
  [items > 0 && `Import ${counted(items, "item")}`, changes > 0 && `Change ${counted(changes, "value")}`]
    .filter((part) => part !== false)
    .join(", ")
export const valuesDiffer = (count: number) =>
  count === 1 ? "1 value of what exists differs" : `${formatNumber(count)} values of what exists differ`
export const existing = "Values that differ"
export const existingChoices: Readonly<Record<ExistingChoice, (count: number) => string>> = {
  leave: () => "Leave as they are",
  "check-in": (count) => `Check in with ${counted(count, "new value")} of measures`,
  set: (count) => `Set all ${formatNumber(count)}, as in the file`
}
export const change = (title: string, within: string, differences: ReadonlyArray<Difference>) =>
  changeText(title, within, differences, (value) =>
    typeof value === "number" ? formatNumber(value) : formatDay(valueText(value))
  )
export const remembered = "Columns and answers as in your last import of such a table."
export const forgetReading = "Start over"
export const settings = "Import settings"
export const form = "Format"
export const top = "Unindented lines are"
export const tops = { objective: "Objectives", principle: "Principles" }
export const questions = "Choose how to read these"
export const encoding = "Encoding of the file"
export const sheet = "Sheet of the workbook"

const answerTexts: Readonly<Record<string, string>> = {
  ...{ dmy: "Day/month/year", mdy: "Month/day/year", skip: "Skip", ".": "Point: 1,234.5", ",": "Comma: 1.234,5" },
  ...{ objective: "Objective", initiative: "Initiative", measure: "Measure", principle: "Principle", group: "Group" }
}

/** An answer to a question in words. */
export const answerText = (choice: Choice, answer: string): string => {
  if (choice === "encoding" || choice === "sheet") return answer
  const known: Readonly<Record<string, string>> = choice === "form" ? forms : answerTexts
  return known[answer] ?? valueText(answer)
}

export const whichTeam = "Rows of team"
export const eachTeam = "All, each into its own team"
export const teamsOf = (teams: ReadonlyArray<{ readonly name: string }>) =>
  teams.length === 1 ? (teams[0]?.name ?? "") : counted(teams.length, "team")
export const teamsNotLoaded = "Couldn’t load the contents of the teams."
export const headerHint = "Click the row that names the columns. Rows above it aren’t imported."
export const header = "Header"
export const useAsHeader = (row: number) => `Row ${row} names the columns`
export const duplicates = "Import duplicates too"
export const columns = "Columns"
export const columnNumber = (number: number, name: string) =>
  name === "" ? `Column ${number}` : `Column ${number}, ${name}`
export const steps = "Steps"
export const stepNames = { source: "Paste or drop", columns: "Columns", review: "Review" }
export const stepName = (number: number, name: string) => `${number}. ${name}`
export const toColumns = "Continue"
export const toReview = "Review"
export const editorsOnly = "Only editors and admins can import."
export const editorsOnlyHint = "Ask an admin if you need another role."
export const takeTeam = (name: string) => `Import team ${name}`
export const takeRows = "Import"
export const rowNumber = (number: number) => `Row ${number}`
export const rowCount = (count: number) => counted(count, "row")
export const firstRows = (count: number, all: number) => `The first ${count} of ${all} rows.`
export const showRows = (count: number) => (count === 1 ? "Show this row" : "Show these rows")
export const changeColumns = "Change columns"
export const leaveOutRows = "Leave out rows…"
export const rowsOfKind = (kind: NoteKind | undefined) => (kind === undefined ? "All rows" : kinds[kind].title)

/** Each kind of notes: what it is, how to mend it, and whether another meaning of a column may do so. */
export const kinds: Readonly<
  Record<NoteKind, { readonly title: string; readonly mend: string; readonly isInColumns?: boolean }>
> = {
  values: {
    title: "Values that couldn’t be read",
    mend: "Correct the cells and paste again, or give the column another meaning.",
    isInColumns: true
  },
  readings: {
    title: "Values that could mean something else",
    mend: "Check the preview. If it’s wrong, change the column, or choose another answer above.",
    isInColumns: true
  },
  measures: {
    title: "Measures with missing numbers",
    mend: "A measure needs a target that differs from its start. Choose the columns that hold them.",
    isInColumns: true
  },
  places: {
    title: "Rows without an objective",
    mend: "Choose the column with the objective, or name an objective in each row.",
    isInColumns: true
  },
  columns: {
    title: "Cells that don’t fit their row",
    mend: "Give the column another meaning, or skip it.",
    isInColumns: true
  },
  teams: {
    title: "Rows of other teams",
    mend: "Import on the page of all teams, or choose another team under Columns. Admins can create teams.",
    isInColumns: true
  },
  limits: { title: "Over a limit", mend: "Shorten the texts, or spread the items over several objectives." },
  implied: {
    title: "Items without a row of their own",
    mend: "They’ll be created by name. If one already exists under another name, fix the spelling and paste again."
  },
  parents: {
    title: "Parents that aren’t linked",
    mend: "An objective supports one other, by its title, its key or its id. Correct the cells, or choose another column.",
    isInColumns: true
  },
  descriptions: {
    title: "Details kept in descriptions",
    mend: "Owners and dates of key results, links and unclear periods have no field of their own. To leave them out, skip their columns.",
    isInColumns: true
  },
  subtotals: { title: "Subtotals", mend: "They are skipped. If one is an item, give it another title and paste again." }
}
export const preview = "Preview"
export const previewOf = (list: string) => `New: ${list}`
export const nothingNew = "Nothing new to import"
export const isNew = "new"
export const exists = "already exists"
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
/** Named by its first item, since imports into the same team would look alike. */
export const importOf = (steps: Batch["steps"]) => {
  const [first = "", ...others] = steps.flatMap(({ title }) => (title === "" ? [] : [title]))
  const more = others.length === 0 ? "" : ` and ${formatNumber(others.length)} more`
  return `the import of “${truncatedLine(first, maxNameLength)}”${more}`
}
export const doing = (made: number, total: number, team: string) => `Importing into ${team}: ${made} of ${total}.`
export const waiting = "Can’t reach the server. This continues when you reconnect."
export const stopped = (made: number, total: number, error: string) =>
  `Importing stopped after ${made} of ${total}. ${error}`
export const imported = (count: number, team: string) => `Imported ${counted(count, "item")} into ${team}.`
/** Before why it was refused. */
export const ofItem = (title: string) => `${title}:`
export const changes = "Changes"
export const madeOf = (made: number, total: number, rest: string) =>
  `${made} of ${counted(total, "change")} made. ${rest}`.trim()
export const importedChanges = (count: number, team: string) => `Made ${counted(count, "change")} in ${team}.`
export const stop = "Stop"
export const resume = "Continue"
export const undoImport = (subject: string) => `Undo ${subject}`
export const toTeam = (team: string) => `Open ${team}`
export const downloading = "Download"
export const downloaded = (done: number, total: number) => `Downloading: ${done} of ${total} teams.`
export const notDownloaded = (reason: string) => `Download failed. ${reason}`
export const saved = (name: string) => `Saved ${name}.`

/** Of what an import of 1.1 wrote into descriptions. */
export const details = {
  label: "Owners in descriptions",
  offer: (owners: number) =>
    `An earlier import wrote ${counted(owners, "owner")} into descriptions. Convert them, and periods and parents beside them, into fields?`,
  convert: (owners: number) => `Convert ${counted(owners, "owner")}`,
  notNow: "Not now",
  converted: (owners: number) => ({
    ...wording("conversion of descriptions", `Converted ${counted(owners, "owner")}.`),
    name: convertedDetails
  })
}
