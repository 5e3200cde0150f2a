import type { Cells } from "../../shared/Csv.ts"

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
