/** Rows of cells; the first row is row 1 of the spreadsheet. */
export type Cells = ReadonlyArray<ReadonlyArray<string>>

/** Where the quoted cell that begins before `from` ends: the index of its closing quote, or the text's length. */
const closingQuote = (text: string, from: number): number => {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at < 0 ? text.length : at
}

/** The cell that begins at `at`, and where it ends. */
const cellAt = (text: string, at: number, separator: string, ends: RegExp): readonly [cell: string, end: number] => {
  const quote = text[at] === '"' ? closingQuote(text, at + 1) : text.length
  const isQuoted = quote < text.length && [separator, "\r", "\n", undefined].includes(text[quote + 1])
  if (isQuoted) return [text.slice(at + 1, quote).replaceAll('""', '"'), quote + 1]
  ends.lastIndex = at
  const end = ends.exec(text)?.index ?? text.length
  return [text.slice(at, end), end]
}

/**
 * Reads text as RFC 4180 says, with any separator and any line break. Where a quote opens a cell and nothing closes it
 * before a separator, as in a cell that only begins with a quoted word, quotes stand for themselves.
 */
export const readCells = (text: string, separator: string): Cells => {
  const rows: Array<ReadonlyArray<string>> = []
  const ends = new RegExp(`[${separator}\r\n]|$`, "g")
  let row: Array<string> = []
  let at = text.startsWith("\uFEFF") ? 1 : 0
  for (;;) {
    const [cell, end] = cellAt(text, at, separator, ends)
    const mark = text[end]
    row.push(cell)
    if (mark !== separator) {
      // A line break at the end of the text begins no other row.
      if (row.length > 1 || end > at || mark !== undefined) rows.push(row)
      row = []
    }
    if (mark === undefined) return rows
    at = end + (mark === "\r" && text[end + 1] === "\n" ? 2 : 1)
  }
}

/** What a spreadsheet takes for a formula, at the beginning and behind what may end a cell. */
const formulas = /(^|[;\t\n\r])('*[=+\-@＝＋－＠])/g
const guardedFormulas = /(^|[;\t\n\r])'('*[=+\-@＝＋－＠])/g

/**
 * The text with an apostrophe before what a spreadsheet would run as a formula: at its beginning, and where a program
 * that takes semicolons, tabs or line breaks for the end of a cell would see the next cell begin.
 */
export const guarded = (text: string): string => text.replaceAll(formulas, "$1'$2")

/** The text that was guarded. */
export const unguarded = (text: string): string => text.replaceAll(guardedFormulas, "$1$2")

const quoted = (cell: string): string => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The cells as RFC 4180 says. */
export const writeCells = (rows: Cells): string => rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("")
