import { type Cells, unguarded } from "../shared/Csv.ts"
import { oneLine } from "./CellText.ts"
import { type Column, type Form, forms, numberColumns, type Reading } from "./Columns.ts"
import { hasBars, readBars } from "./file/BarTables.ts"
import { readCells } from "./file/ImportCells.ts"
import { cellsAt, columnsByContent, columnsOf, guessHeaderRow, headerRowIn, namedIn } from "./HeaderRow.ts"
import { orderIn } from "./values/Dates.ts"
import { decimalEvidence } from "./values/DecimalEvidence.ts"
import { partsOfPeriod } from "./values/Periods.ts"

const separators = { tabs: "\t", commas: ",", semicolons: ";" } as const

const cellsOf = (text: string, form: Exclude<Form, "outline">): Cells =>
  form === "bars" ? readBars(text) : readCells(text, separators[form])

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
    if (form === "outline" || (form === "tabs" && !/\S *\t/.test(sample)) || (form === "bars" && !hasBars(sample)))
      return 0
    const rows = cellsOf(sample, form).slice(0, sampleSize)
    return Number(headerRowIn(rows) > 0) * 2 + Number(isTable(rows))
  }
  const scores = forms.map(scoreOf)
  return forms[scores.indexOf(Math.max(...scores))] ?? "outline"
}

/** The teams named in the rows. */
export const teamsIn = (
  rows: Cells,
  { columns, headerRow }: Pick<Reading, "columns" | "headerRow">
): ReadonlyArray<string> => [
  ...new Set(cellsAt(rows.slice(headerRow), columns.indexOf("team")).map((cell) => oneLine(unguarded(cell))))
]

/** What the dates of a table tell about the order of day and month. */
const datesIn = (rows: Cells, columns: ReadonlyArray<Column>) =>
  orderIn(
    (["startDate", "dueDate", "measureDueDate", "checkInDate", "period"] as const).flatMap((column) =>
      cellsAt(rows, columns.indexOf(column)).flatMap((cell) => (column === "period" ? partsOfPeriod(cell) : [cell]))
    )
  )

export interface GuessedReading {
  readonly reading: Reading
  readonly rows: Cells
  /** Whether the text tells the order of day and month, the decimal sign, and the names of columns. */
  readonly told: { readonly dates: boolean; readonly decimal: boolean; readonly columns: boolean }
}

/**
 * `given` is what the user has corrected already. `isDayFirst` and `decimal` apply where the text does not tell. `here`: the team that
 * the import was opened in; undefined without one.
 */
export const readingOf = (
  text: string,
  given: Partial<Reading>,
  otherwise: Pick<Reading, "isDayFirst" | "decimal" | "top"> & { readonly here: unknown }
): GuessedReading => {
  const form = given.form ?? guessForm(text)
  const rows = form === "outline" ? [] : cellsOf(text, form)
  const sample = rows.slice(0, sampleSize)
  const width = sample.reduce((most, row) => Math.max(most, row.length), 0)
  const headerRow = given.headerRow ?? guessHeaderRow(sample, width)
  const header = rows[headerRow - 1] ?? []
  const guessed =
    namedIn(header) > 0
      ? columnsOf(
          Array.from({ length: width }, (_, at) => header[at] ?? ""),
          rows[headerRow - 2],
          sample.slice(headerRow)
        )
      : columnsByContent(sample.slice(headerRow), width)
  const columns = given.columns?.length === guessed.length ? given.columns : guessed
  const below = rows.slice(headerRow)
  const order = datesIn(below, columns).isDayFirst
  const numbers = below.map((row) => numberColumns.map((column) => row[columns.indexOf(column)] ?? ""))
  const sign = decimalEvidence(form === "outline" ? [text.match(/\d[\d.,]*\d/g) ?? []] : numbers, form === "semicolons")
  const decimal = given.decimal ?? sign.likely ?? otherwise.decimal
  const told = { dates: order !== undefined, decimal: sign.isTold, columns: width < 2 || namedIn(header) > 0 }
  const isDayFirst = given.isDayFirst ?? order ?? otherwise.isDayFirst
  const teams = teamsIn(rows, { columns, headerRow })
  // The only team of a file may have another name here.
  const team = given.team ?? (otherwise.here !== undefined && teams.length === 1 ? teams[0]! : "")
  const {
    top = otherwise.top,
    skippedRows = [],
    skippedTeams = [],
    statuses = {},
    types = {},
    units = {},
    periods = {}
  } = given
  const answers = { skippedRows, skippedTeams, statuses, types, units, periods }
  return { rows, told, reading: { form, headerRow, columns, isDayFirst, decimal, team, top, ...answers } }
}
