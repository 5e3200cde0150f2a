/** Rows of cells; the first row is row 1 of the spreadsheet. */
export type Cells = ReadonlyArray<ReadonlyArray<string>>

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
