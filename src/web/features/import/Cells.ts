/** Rows of cells; the first row is row 1 of the spreadsheet. */
export type Cells = ReadonlyArray<ReadonlyArray<string>>

/**
 * Reads text as RFC 4180 says, with any separator and any line break. Where a quote opens a cell and nothing closes it
 * before a separator, as in a cell that only begins with a quoted word, quotes stand for themselves.
 */
export const readCells = (text: string, separator: string): Cells => {
  const cell = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^${separator}\r\n]*))(${separator}|\r\n?|\n|$)`, "gy")
  const rows: Array<ReadonlyArray<string>> = []
  let row: Array<string> = []
  for (const [whole, quoted, plain = "", mark] of text.replace(/^\uFEFF/, "").matchAll(cell)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (mark === separator) continue
    // A line break at the end of the text begins no other row.
    if (row.length > 1 || whole !== "") rows.push(row)
    row = []
  }
  return rows
}

/**
 * What a spreadsheet takes for a formula, at the beginning and behind what may end a cell. Quotes and spaces may stand between:
 * a program that ends cells elsewhere than at commas takes a quote in a text for the beginning of a quoted cell.
 */
const formulas = /(^|[;\t\n\r])(["\s]*)('*[=+\-@＝＋－＠])/g
const guardedFormulas = /(^|[;\t\n\r])(["\s]*)'('*[=+\-@＝＋－＠])/g

/**
 * The text with an apostrophe before what a spreadsheet would run as a formula: at its beginning, and where a program
 * that takes semicolons, tabs or line breaks for the end of a cell would see the next cell begin.
 */
export const guarded = (text: string): string => text.replaceAll(formulas, "$1$2'$3")

/** The text that was guarded. */
export const unguarded = (text: string): string => text.replaceAll(guardedFormulas, "$1$2$3")

const quoted = (cell: string): string => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The cells as RFC 4180 says. */
export const writeCells = (rows: Cells): string => rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("")
