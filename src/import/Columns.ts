import { type Cells, unguarded } from "../shared/Csv.ts"
import { type DecimalSign, decimalSignIn } from "../shared/Quantities.ts"
import { readCells } from "./Cells.ts"
import { oneLine, patternOf, wordsIn } from "./CellText.ts"
import { orderIn, readDate } from "./Dates.ts"
import { readObjectiveStatus } from "./StatusWords.ts"

/**
 * What a column holds, with a pattern of words for it in headers, of which the first is its name. Those before the
 * team are the columns of a download.
 */
const headers = {
  type: "Type|kind|art|typ",
  title: "Title|name|titel|bezeichnung|item",
  objective: "Objective|goal|okr|ziel|parent( item)?",
  group: "Group|gruppe|theme|thema|workstream|category|kategorie",
  status: "Status|state|health|rag|zustand",
  dueDate: "Due date|due|deadline|(target|end) date|end|date|fallig( am)?|frist|termin|datum",
  principle: "Principles?|prinzip|grundsatz",
  description: "Description|details|why|beschreibung|context|summary",
  unit: "Unit|einheit",
  start: "Start|start value|baseline|from|startwert|ausgangswert",
  target: "Target|(target|goal) value|to|zielwert",
  value: "Value|current( value)?|actual|latest|wert|ist(wert)?|aktuell",
  confidence: "Confidence|zuversicht",
  note: "Note|comment|notiz|kommentar|bemerkung",
  team: "Team|department|abteilung",
  color: "Team colou?r|colou?r|farbe",
  initiative: "Initiatives?|project|task|action|projekt|ma(ss|ß)nahme|aufgabe",
  initiativeStatus: "Status of initiatives?|(initiative|project|task) status|projektstatus",
  progress: "Measure|key result|kr|kpi|metric|kennzahl|messgro(ss|ß)e",
  ignored: "(skip)"
}

export type Column = keyof typeof headers

export const columns = Object.keys(headers) as ReadonlyArray<Column>

const patterns = Array.from(columns, (column) => patternOf(headers[column]))

/** The name of a column, as downloads have it in their header. */
export const columnName = (column: Column): string => headers[column].replace(/\?|\|.*/g, "")

export type Form = "tabs" | "commas" | "semicolons" | "outline"

export const separators = { tabs: "\t", commas: ",", semicolons: ";" } as const

/** How a text is read: first a guess, then as the user corrects it. */
export interface Reading {
  readonly form: Form
  readonly hasHeader: boolean
  /** By position. */
  readonly columns: ReadonlyArray<Column>
  /** Whether 3/4/2027 is in April. */
  readonly isDayFirst: boolean
  /** What 1,234 means. */
  readonly decimal: DecimalSign
  /**
   * The team whose rows are read, where there is a column of teams; they go into the team that the import was opened in.
   * Empty for the rows of all teams, each into its own.
   */
  readonly team: string
  /** What the lines of an outline without indentation are. */
  readonly top: "objective" | "principle"
}

/** The column that a word names. */
export const columnNamed = (text: string): Column => {
  const words = wordsIn(text)
  return columns[patterns.findIndex((pattern) => pattern.test(words))] ?? "ignored"
}

/** Each column once: what is found again is left out. */
const once = (found: ReadonlyArray<Column>): ReadonlyArray<Column> =>
  found.map((column, at) => (found.indexOf(column) === at ? column : "ignored"))

/** The columns that the cells of a header name. */
const columnsOf = (header: ReadonlyArray<string>): ReadonlyArray<Column> => {
  const found = once(header.map(columnNamed))
  const has = (column: Column): boolean => found.includes(column)
  if (!has("title") || !has("objective") || has("type") || has("initiative") || has("progress")) return found
  // A list of initiatives names the objective of each.
  return found.map((column) => (column === "title" ? "initiative" : column === "status" ? "initiativeStatus" : column))
}

/** The cells of a column that are not empty; none without a column. */
const cellsAt = (rows: Cells, at: number): ReadonlyArray<string> =>
  rows.flatMap((row) => (row[at]?.trim() ? [row[at]] : []))

/** Columns by what is in them: dates, statuses, and the first other text. */
const columnsByContent = (rows: Cells, width: number): ReadonlyArray<Column> =>
  once(
    Array.from({ length: width }, (_, at): Column => {
      const cells = cellsAt(rows, at)
      const all = (read: (cell: string) => unknown): boolean =>
        cells.length > 0 && cells.every((cell) => read(cell) !== undefined)
      if (all((cell) => readDate(cell, true))) return "dueDate"
      if (all(readObjectiveStatus)) return "status"
      return cells.some((cell) => /\p{L}/u.test(cell)) ? "title" : "ignored"
    })
  )

/** Whether a column is known by what is in it. */
const isTold = (column: Column): boolean => column === "dueDate" || column === "status"

const namedIn = (row: ReadonlyArray<string>): number => columnsOf(row).filter((column) => column !== "ignored").length

/** Whether four in five rows, of two at least, have the same number of cells, which is above 1. */
const isTable = (rows: Cells): boolean => {
  const widths = rows.filter((row) => row.some((cell) => cell.trim() !== "")).map((row) => row.length)
  const isFrequent = (width: number): boolean => widths.filter((one) => one === width).length >= 0.8 * widths.length
  return rows.length > 1 && widths.some((width) => width > 1 && isFrequent(width))
}

/** Rows that a guess looks at. */
const sampleSize = 200

const maxSampleLength = 50_000

const guessForm = (text: string): Form => {
  const sample = text.slice(0, maxSampleLength)
  const scoreOf = (form: Form): number => {
    // An outline that is indented with tabs has no text before one.
    if (form === "outline" || (form === "tabs" && !/\S *\t/.test(sample))) return 0
    const rows = readCells(sample, separators[form]).slice(0, sampleSize)
    return Number(namedIn(rows[0] ?? []) > 1) * 2 + Number(isTable(rows))
  }
  const forms = ["outline", "tabs", "semicolons", "commas"] as const
  const scores = forms.map(scoreOf)
  return forms[scores.indexOf(Math.max(...scores))] ?? "outline"
}

/** The last row, from 1, in which a header is looked for below the title of a sheet. */
const maxHeaderRow = 10

/**
 * The rows with the header first: above it may be a sheet's title and empty rows, in place of which there are empty ones,
 * so that every other row keeps its number.
 */
const withHeaderFirst = (rows: Cells): Cells => {
  const at = rows.slice(0, maxHeaderRow).findIndex((row) => row.filter((cell) => cell.trim() !== "").length > 1)
  const header = rows[at]
  return header === undefined || namedIn(header) < 2
    ? rows
    : [header, ...rows.slice(0, at).map(() => []), ...rows.slice(at + 1)]
}

const cellsIn = (text: string, form: Form, hasHeader: boolean | undefined): Cells => {
  if (form === "outline") return []
  const rows = readCells(text, separators[form])
  return hasHeader === false ? rows : withHeaderFirst(rows)
}

/** The teams named in the rows. */
export const teamsIn = (
  rows: Cells,
  { columns, hasHeader }: Pick<Reading, "columns" | "hasHeader">
): ReadonlyArray<string> => [
  ...new Set(cellsAt(rows.slice(hasHeader ? 1 : 0), columns.indexOf("team")).map((cell) => oneLine(unguarded(cell))))
]

export const datesIn = (rows: Cells, columns: ReadonlyArray<Column>) =>
  orderIn(cellsAt(rows, columns.indexOf("dueDate")))

const numberColumns = ["start", "target", "value"] as const

/**
 * `given` is what the user has corrected already. `isDayFirst` and `decimal` apply where the text does not tell. `here`: the team that
 * the import was opened in; undefined without one.
 */
export const readingOf = (
  text: string,
  given: Partial<Reading>,
  otherwise: Pick<Reading, "isDayFirst" | "decimal" | "top"> & { readonly here: unknown }
): { readonly reading: Reading; readonly rows: Cells } => {
  const form = given.form ?? guessForm(text)
  const rows = cellsIn(text, form, given.hasHeader)
  const [first = []] = rows
  const sample = rows.slice(0, sampleSize)
  const width = sample.reduce((most, row) => Math.max(most, row.length), 0)
  const [whole, below] = [columnsByContent(sample, width), columnsByContent(sample.slice(1), width)]
  // Above dates or statuses, what is neither is their name.
  const isAbove = below.some((column, at) => isTold(column) && whole[at] !== column)
  const named = namedIn(first)
  const hasHeader = given.hasHeader ?? (named >= Math.min(2, first.length) || isAbove)
  const guessed = !hasHeader ? whole : named > 0 ? columnsOf(first) : below
  const columns = given.columns?.length === guessed.length ? given.columns : guessed
  const isDayFirst = given.isDayFirst ?? datesIn(rows, columns).isDayFirst ?? otherwise.isDayFirst
  const numbers = numberColumns.flatMap((column) => cellsAt(rows, columns.indexOf(column)))
  const decimal = decimalSignIn(numbers, otherwise.decimal)
  const teams = teamsIn(rows, { columns, hasHeader })
  // The only team of a file may have another name here.
  const team = given.team ?? (otherwise.here !== undefined && teams.length === 1 ? teams[0]! : "")
  return { rows, reading: { form, hasHeader, columns, isDayFirst, decimal, team, top: given.top ?? otherwise.top } }
}
