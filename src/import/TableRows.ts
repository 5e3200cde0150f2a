import { type Cells, unguarded } from "../shared/Csv.ts"
import { type DecimalSign, readQuantity } from "../shared/Quantities.ts"
import { oneLine } from "./CellText.ts"
import { type Column, numberColumns, type Reading, unitBehind } from "./Columns.ts"
import type { Notes } from "./ImportNotes.ts"
import * as texts from "./NoteTexts.ts"

/** A row of a table whose columns are known. */
export interface Row {
  readonly number: number
  /** The name of the team it belongs to: that of the row above, where it has none. */
  readonly team: string
  /** The text in a column; several columns of the same sort are joined. It counts as used from then on. */
  readonly take: (column: Column) => string
  /** Whether there is a text in a column, without using it. */
  readonly has: (column: Column) => boolean
  /** The texts in the columns of this sort, one line each. */
  readonly takeEach: (column: Column) => ReadonlyArray<string>
  /** The columns with a text that nothing took. */
  readonly unused: () => ReadonlyArray<Column>
}

const rowOf = (number: number, cells: ReadonlyArray<string>, columns: ReadonlyArray<Column>, above: string): Row => {
  const taken = new Set<Column>(["ignored"])
  const textsOf = (column: Column): ReadonlyArray<string> =>
    cells.filter((cell, at) => columns[at] === column && cell.trim() !== "").map(unguarded)
  const textOf = (column: Column): string => textsOf(column).join("\n").trim()
  const take: Row["take"] = (column) => {
    taken.add(column)
    return textOf(column)
  }
  const takeEach: Row["takeEach"] = (column) => {
    taken.add(column)
    return textsOf(column).map(oneLine)
  }
  const unused: Row["unused"] = () => columns.filter((column) => !taken.has(column) && textOf(column) !== "")
  const has: Row["has"] = (column) => textOf(column) !== ""
  return { number, team: oneLine(take("team")) || above, take, has, takeEach, unused }
}

const subtotal =
  /^((grand |sub[ -]?)?totals?(( for| of|:) .*)?|.* sub[ -]?total|sum|(zwischen|gesamt)?summe|gesamt|average|durchschnitt)$/i

/** A number with what is counted, such as `16 objectives` or `1.2m`. */
const count = /^[^\p{L}\d]*\d\P{L}*\p{L}+\s*$/u

/** Whether a row only adds up others: its one text says so, and its other cells are numbers and counts. */
const isSubtotal = (cells: ReadonlyArray<string>): boolean => {
  const [label = "", ...others] = cells.filter((cell) => /\p{L}/u.test(cell) && !count.test(cell))
  return others.length === 0 && subtotal.test(label.trim())
}

const isEqual = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  one.length === other.length && one.every((cell, at) => cell.trim() === other[at]?.trim())

/** The cells with the units that stand behind the names of their columns, where they have none themselves. */
const withUnits = (
  own: ReadonlyArray<string>,
  units: ReadonlyArray<string>,
  decimal: DecimalSign
): ReadonlyArray<string> =>
  own.map((cell, at) => {
    if (!units[at]) return cell
    const { unit, scaled } = readQuantity(cell, decimal) ?? { unit: "?" }
    return unit === "" && scaled === undefined ? `${cell.trim()} ${units[at]}` : cell
  })

/**
 * A cell with what its column says for all, such as `Quarter` above `1` and `Fiscal year` above `2027`. A dash names no owner; a
 * download writes one with an apostrophe.
 */
const completed = (column: Column | undefined, name: string, cell: string): string => {
  if (column === "owner") return /^\s*[-–—]\s*$/.test(cell) ? "" : cell
  if (column !== "period") return cell
  if (/quart|trim/i.test(name)) return cell.replace(/^\s*(?=[1-4]([\s/.-]+(\d{4}|\d\d))?\s*$)/, "Q")
  const isFiscal = /\bfy\b|fiscal|financial|gesch(ä|ae)fts|exercice|ejercicio/i.test(name)
  return isFiscal ? cell.replace(/^\s*(?=\d\d)/, "FY") : cell
}

/** The rows that are not empty; subtotals, and rows of another team than the one that is read, get a note. */
export const tableRows = (cells: Cells, reading: Reading, notes: Notes): ReadonlyArray<Row> => {
  const { columns, headerRow, team, decimal } = reading
  let above = team
  const header = cells[headerRow - 1] ?? []
  const isNumber = (at: number): boolean => numberColumns.some((column) => column === columns[at])
  const units = header.map((name, at) => (isNumber(at) ? unitBehind(name) : ""))
  return cells.flatMap((own, at) => {
    if (at < headerRow || own.every((cell, at) => cell.trim() === "" || columns[at] === "ignored")) return []
    if (isEqual(own, header)) {
      notes.add(at + 1, texts.repeatedHeader)
      return []
    }
    if (isSubtotal(own)) {
      notes.add(at + 1, texts.subtotal)
      return []
    }
    const cellsOfRow = own.map((cell, at) => completed(columns[at], header[at] ?? "", cell))
    const row = rowOf(at + 1, withUnits(cellsOfRow, units, decimal), columns, above)
    above = row.team
    if (team === "" || above === team) return [row]
    notes.add(row.number, texts.otherTeam, true)
    return []
  })
}
