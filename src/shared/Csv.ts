import type { DecimalSign } from "./Quantities.ts"

/** Rows of cells; the first row is row 1 of the spreadsheet. */
export type Cells = ReadonlyArray<ReadonlyArray<string>>

/** How a table is written. */
export interface CsvDialect {
  readonly separator: "," | ";"
  readonly decimal: DecimalSign
  /** Whether a byte order mark begins it, by which Excel recognizes UTF-8. */
  readonly hasMark: boolean
}

/** RFC 4180, for programs. */
export const forPrograms: CsvDialect = { separator: ",", decimal: ".", hasMark: false }

/** What Excel takes for the end of a cell and for the decimal sign where Windows is set to these languages. */
const dialects: ReadonlyArray<readonly [Pick<CsvDialect, "separator" | "decimal">, locales: string]> = [
  [{ separator: ",", decimal: "." }, "en es-MX he ja ko th zh"],
  [
    { separator: ";", decimal: "," },
    "de bg cs da el es et fi fr hr hu it lt lv nb nl pl pt ro ru sk sl sr sv tr uk vi"
  ],
  [{ separator: ";", decimal: "." }, "de-CH it-CH"]
]

export const excelLocales: ReadonlyArray<string> = dialects.flatMap(([, locales]) => locales.split(" "))

/** The dialect for one of `excelLocales`, or else for its language; that of English for others. */
export const excelDialect = (locale: string): CsvDialect => {
  const of = (wanted: string) => dialects.find(([, locales]) => locales.split(" ").includes(wanted))?.[0]
  const [language = ""] = locale.split("-")
  return { ...(of(locale) ?? of(language) ?? dialects[0]![0]), hasMark: true }
}

/** The beginning of a file. */
export const markOf = ({ hasMark }: CsvDialect): string => (hasMark ? "\uFEFF" : "")

/**
 * What a spreadsheet takes for a formula, at the beginning and behind what may end a cell. Quotes, spaces and invisible
 * characters may stand between: a program that ends cells elsewhere than at commas takes a quote in a text for the beginning
 * of a quoted cell.
 */
const begin = String.raw`(?<=(?:^|[;|\t\n\r])["\s\p{C}\p{Default_Ignorable_Code_Point}]*)`
const sign = String.raw`(?='*[=+\-@|＝＋－＠])`
// What is quick to see comes first.
const formulas = new RegExp(`(?<!')${sign}${begin}`, "gu")
const guardedFormulas = new RegExp(`(?<!')'${sign}(?<=${begin}')`, "gu")

/**
 * The text with an apostrophe before what a spreadsheet would run as a formula: at its beginning, and where a program
 * that takes semicolons, bars, tabs or line breaks for the end of a cell would see the next cell begin.
 */
export const guarded = (text: string): string => text.replaceAll(formulas, "'")

/** The text that was guarded. */
export const unguarded = (text: string): string => text.replaceAll(guardedFormulas, "")

const quoted = (cell: string): string => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The cells as RFC 4180 says, with this separator. */
export const writeCells = (rows: Cells, { separator } = forPrograms): string =>
  rows.map((row) => `${row.map(quoted).join(separator)}\r\n`).join("")
