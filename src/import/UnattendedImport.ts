import { entityTypes } from "../shared/EventTypes.ts"
import { searchable } from "../shared/NormalizedText.ts"
import type { Column, Form, Reading } from "./Columns.ts"
import { changeText, type ExistingChoice } from "./Differences.ts"
import type { FileOptions } from "./ImportFile.ts"
import { changesIn, newIn } from "./ImportPlan.ts"
import { nounOf } from "./NoteTexts.ts"
import type { Question } from "./Questions.ts"
import { type ImportContext, type ReadImport, readImport } from "./ReadImport.ts"
import type { Answers } from "./values/Answers.ts"

/** The answers to what a text does not tell, where nobody looks at it meanwhile. */
export interface ImportOptions extends FileOptions {
  /** The name or id of the team for rows that name none. */
  readonly team?: string | undefined
  readonly form?: Form | undefined
  /** What 1,234 means. */
  readonly decimal?: Reading["decimal"] | undefined
  /** Whether 3/4/2027 is in April, `dmy`, or in March. */
  readonly dates?: "dmy" | "mdy" | undefined
  /** What each column holds, by position. */
  readonly columns?: ReadonlyArray<Column> | undefined
  /** What words for a status or a type mean. */
  readonly status?: Answers | undefined
  readonly type?: Answers | undefined
  /** The unit of measures whose figures are in several, by those: `days / weeks`. */
  readonly unit?: Answers | undefined
  /** The year of a period that names none, by its text: `Q1`; the first month of a fiscal year: `FY27`, such as `2026-04`. */
  readonly period?: Answers | undefined
  /** What becomes of differing values of what exists; by default they are listed and left. */
  readonly existing?: ExistingChoice | undefined
}

const givenBy = ({ form, decimal, dates, columns, status, type, unit, period }: ImportOptions): Partial<Reading> => ({
  ...(form && { form }),
  ...(decimal && { decimal }),
  ...(dates && { isDayFirst: dates === "dmy" }),
  ...(columns && { columns }),
  ...(status && { statuses: status }),
  ...(type && { types: type }),
  ...(unit && { units: unit }),
  ...(period && { periods: period })
})

/** The team that people mean by a name or an id. */
export const teamMeant = <A extends ImportContext["teams"][number]>(
  teams: ReadonlyArray<A>,
  text: string
): A | undefined =>
  teams.find(({ id, name }) => text === id || text === name) ??
  teams.find(({ name }) => searchable(text) === searchable(name))

export const noTeam = (text: string): string => `No such team: “${text}”.`

/** Reads a text that nobody looks at meanwhile. `given`: what its file tells. */
export const readUnattended = (
  text: string,
  given: Partial<Reading>,
  options: ImportOptions,
  known: Pick<ImportContext, "teams" | "contentsOf" | "mayCreateTeams" | "here">
): ReadImport =>
  readImport(
    text,
    { ...given, ...givenBy(options) },
    { ...({ isDayFirst: true, decimal: ".", top: "objective", isAgain: false } as const), ...known }
  )

/** Why the columns that were given are not taken; undefined if they are. */
export const columnsFault = ({ columns }: ImportOptions, { reading }: ReadImport): string | undefined =>
  columns === undefined || columns === reading.columns
    ? undefined
    : `${columns.length} columns are named, and the text has ${reading.columns.length}: ${reading.columns.join(",")}.`

/** Rows of a note, and differing values, that are listed one by one. */
const maxRows = 8
const maxChanges = 500

const rowsText = (rows: ReadonlyArray<number>): string => {
  const more = rows.length > maxRows ? ` and ${rows.length - maxRows} more` : ""
  return rows.length === 0 ? "" : ` Row${rows.length === 1 ? "" : "s"} ${rows.slice(0, maxRows).join(", ")}${more}`
}

/** What answers a question on a command line, such as `--decimal ,`. */
export const optionFor = ({ choice, about }: Question, answer: string): string => {
  const value = about === "" ? answer : `${about}=${answer}`
  return `--${choice} ${/^[\w.,-]+$/.test(value) ? value : `'${value}'`}`
}

/** Answers that are listed. */
const maxAnswers = 12

/** A question, its rows and the options that answer it, as lines for people. */
export const questionText = (question: Question): string => {
  const { text, rows, answers } = question
  const options = answers.slice(0, maxAnswers).map((answer) => optionFor(question, answer))
  return `  ${text}${rowsText(rows)}\n    ${options.join(" | ")}${answers.length > maxAnswers ? " | …" : ""}`
}

/** How many values of what exists differ, and how many of them are new values of measures. */
export const differingIn = ({ teams }: Pick<ReadImport, "teams">) => ({
  all: changesIn(teams).length,
  checkIns: changesIn(teams, "check-in").length
})

const valuesDiffer = (count: number): string =>
  count === 1 ? "1 value of what exists differs:" : `${count} values of what exists differ:`

/** What is to be made of each team, what differs from what exists, and what is unclear, as lines for people. */
export const summaryOf = ({ teams, notes }: Pick<ReadImport, "teams" | "notes">): string => {
  const changes = changesIn(teams)
  return [
    ...teams.map((team) => {
      const made = newIn([team])
      const counts = entityTypes.flatMap((kind) => {
        const count = made.filter((one) => one.kind === kind).length
        return count === 0 ? [] : `${count} ${nounOf(kind)}${count === 1 ? "" : "s"}`
      })
      return `${team.title}: ${counts.join(", ") || "nothing new"}`
    }),
    ...(changes.length === 0 ? [] : [valuesDiffer(changes.length)]),
    ...changes
      .slice(0, maxChanges)
      .map(
        ({ item, within, differences }) => `  ${changeText(item.title, within, differences)}.${rowsText([item.row])}`
      ),
    ...(changes.length > maxChanges ? [`  … and ${changes.length - maxChanges} more`] : []),
    ...notes.map(({ text, rows }) => `  ${text}${rowsText(rows)}`)
  ].join("\n")
}
