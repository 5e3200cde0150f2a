import { texts as shared } from "../../texts/Texts.ts"
import type { Column, Form } from "./Columns.ts"
import type { Kind } from "./Kinds.ts"

const nouns: Readonly<Record<Kind, readonly [one: string, more: string]>> = {
  principle: ["principle", "principles"],
  objective: ["objective", "objectives"],
  group: ["group", "groups"],
  initiative: ["initiative", "initiatives"],
  measure: ["measure", "measures"]
}

const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`

export const countOf = (kind: Kind, count: number): string => counted(count, ...nouns[kind])

const columnNames: Readonly<Record<Column, string>> = {
  type: "Type",
  title: "Title",
  objective: "Objective",
  group: "Group",
  initiatives: "Initiatives",
  initiativeStatus: "Status of initiatives",
  status: "Status",
  dueDate: "Due date",
  principles: "Principles",
  description: "Description",
  measure: "Measure",
  unit: "Unit",
  start: "Start",
  target: "Target",
  value: "Value",
  confidence: "Confidence",
  note: "Note",
  team: "Team",
  ignored: "(left out)"
}

const forms: Readonly<Record<Form, string>> = {
  tabs: "Cells between tabs",
  commas: "Cells between commas",
  semicolons: "Cells between semicolons",
  outline: "Lines, indented"
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

/** Rows that are listed one by one. */
const maxRows = 8

/** The texts of reading, importing and downloading; loaded together with the dialog. */
export const texts = {
  ...shared,
  columnNames,
  forms,

  importInto: (team: string) => `Import into ${team}`,
  paste: "Cells of a spreadsheet, a CSV file, or an indented list",
  example: "Grow the business\n  Ask ten customers\n  Customers: 20 to 50",
  chooseFile: "Choose a file",
  sources: "Or drop one here: CSV from Excel, Google Sheets or Notion, or plain text. Nothing is written yet.",
  tooLarge: "This is too large: a million characters at most. Please split it.",
  workbook: "This is a workbook. Please copy its cells and paste them here, or save it as CSV.",
  notRead: (name: string) => `${name} could not be read.`,
  anotherRuns: "Another import is still in progress.",
  nothingToImport: "Nothing to import yet",
  importThings: (count: number) => `Import ${counted(count, "thing", "things")}`,

  howRead: "How it is read",
  form: "It is",
  top: "Lines without indentation are",
  tops: { objective: "Objectives", principle: "Principles" },
  dateOrder: "Dates like 3/4/2027 are",
  dateOrders: { true: "Day/month/year", false: "Month/day/year" },
  whichTeam: "Rows of the team",
  hasHeader: "The first row names the columns",
  again: "Make again what this team has already",
  columns: "Columns",
  columnNumber: (number: number, name: string) => (name === "" ? `Column ${number}` : `Column ${number}, ${name}`),
  preview: "What will be made",
  willBeMade: (list: string) => `This will be made: ${list}`,
  nothingNew: "Nothing will be made",
  isThere: "is there already",
  due: (day: string) => `due ${day}`,
  linkedTo: (list: string) => `Principles: ${list}`,
  measure: (start: string, target: string, value: string, unit: string, confidence: number | null) =>
    [
      `${start} to ${target} ${unit}`.trim(),
      `now ${value}`,
      ...(confidence === null ? [] : [`confidence ${confidence}`])
    ].join(", "),
  unclear: (count: number) => counted(count, "thing to know", "things to know"),
  inRows: (rows: ReadonlyArray<number>) => {
    const [more, listed] = [rows.length - maxRows, rows.slice(0, maxRows).join(", ")]
    return `Row${rows.length === 1 ? "" : "s"} ${listed}${more > 0 ? ` and ${more} more` : ""}`
  },

  importing: "Import",
  tasks: { import: "The import", undo: "The undo of the import" },
  doing: (task: string, made: number, total: number, team: string) => `${task} into ${team}: ${made} of ${total}.`,
  waiting: "The server does not answer; it goes on by itself.",
  stopped: (task: string, made: number, total: number, error: string) =>
    `${task} stopped after ${made} of ${total}. ${error}`,
  lookingAtTeam: "Looking for what was changed since…",
  imported: (count: number, team: string) => `${counted(count, "thing is", "things are")} imported into ${team}.`,
  undone: (team: string) => `The import into ${team} is undone.`,
  stays: (list: string, count: number) => `What was changed since, or is in use, stays (${count}): ${list}`,
  stop: "Stop",
  goOn: "Go on",
  undoImport: "Undo import",
  toTeam: (team: string) => `Open ${team}`,

  downloading: "Download",
  downloaded: (done: number, total: number) => `Downloading: ${done} of ${total} teams.`,
  notDownloaded: (reason: string) => `Nothing was downloaded. ${reason}`,
  saved: (name: string) => `Saved ${name}.`,

  noTitle: (kind: Kind) => `Left out: ${kind} without a title.`,
  longTitle: (kind: Kind, title: string, length: number, limit: number) =>
    `Left out: ${kind} “${short(title)}” has ${length} characters, ${limit} at most.`,
  longText: (field: string, length: number, limit: number) =>
    `Without its ${field}, which has ${length} characters, ${limit} at most.`,
  tooMany: (kind: Kind, limit: number) => `Left out: more than ${countOf(kind, limit)}.`,
  tooManyLinks: (limit: number) => `Linked to the first principles only, ${limit} at most.`,
  largeNumber: (title: string) => `Left out: “${short(title)}” has a number that is too large.`,
  withoutObjective: (title: string) => `Left out with its objective “${short(title)}”.`,
  newPrinciple: (title: string) => `Principle “${short(title)}” has no row of its own, and is made too.`,
  withoutRow: (title: string) => `Objective “${short(title)}” has no row of its own.`,
  noObjective: "Left out: no objective to put it in.",
  withoutType: "Without a type: read as an objective.",
  noKind: (type: string) => `Left out: “${short(type)}” is no type of thing.`,
  otherTeam: "Left out: another team’s.",
  unused: (column: Column, kind: Kind) => `“${columnNames[column]}” is left out: no such thing for this ${kind}.`,
  differs: (field: "description" | "status" | "dueDate") =>
    `“${columnNames[field]}” is left out: a row above has another one for this objective.`,
  tooDeep: "Left out: nothing goes below a measure, an initiative or a link.",
  splitInitiatives: (count: number) => `Read as ${count} initiatives.`,
  notA: (what: string, text: string) => `“${short(text)}” is no ${what}, and is left out.`,
  readAs: (text: string, value: string | number) => `“${short(text)}” is read as ${value}.`,
  noTarget: (title: string) => `Left out: measure “${short(title)}” has no target.`,
  withoutParent: "What it belongs to was not made.",
  noStart: (title: string) => `Measure “${short(title)}” has no start: it starts at 0.`,
  noDistance: (title: string) => `Left out: measure “${short(title)}” starts at its target.`
}
