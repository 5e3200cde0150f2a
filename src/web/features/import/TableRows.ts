import { type Cells, unguarded } from "./Cells.ts"
import { oneLine } from "./CellText.ts"
import type { Column, Reading } from "./Columns.ts"
import * as texts from "./Texts.ts"
import type { Notes } from "./Things.ts"

/** A row of a table whose columns are known. */
export interface Row {
  readonly number: number
  /** The text in a column; several columns of the same sort are joined. It counts as used from then on. */
  readonly take: (column: Column) => string
  /** The columns with a text that nothing took. */
  readonly unused: () => ReadonlyArray<Column>
}

const rowOf = (number: number, cells: ReadonlyArray<string>, columns: ReadonlyArray<Column>): Row => {
  const found = new Map<Column, string>()
  for (const [at, column] of columns.entries()) {
    const text = unguarded(cells[at] ?? "")
    if (text.trim() === "" || column === "ignored") continue
    const before = found.get(column)
    found.set(column, before === undefined ? text : `${before}\n${text}`)
  }
  const unused = new Set(found.keys())
  return {
    number,
    take: (column) => {
      unused.delete(column)
      return found.get(column)?.trim() ?? ""
    },
    unused: () => [...unused]
  }
}

/** The rows that are not empty by the team they name; a row without a name belongs to the one above. */
export const rowsByTeam = (cells: Cells, { columns, hasHeader, team }: Reading, notes: Notes) => {
  const byTeam = new Map<string, Array<Row>>()
  const rows = cells.map((row, at) => rowOf(at + 1, row, columns)).slice(hasHeader ? 1 : 0)
  let current = team
  for (const row of rows) {
    if (row.unused().length === 0) continue
    const name = oneLine(row.take("team")) || current
    if (team !== "" && name !== team) {
      notes.add(row.number, texts.otherTeam, true)
      continue
    }
    current = name
    const own = byTeam.get(name)
    if (own === undefined) byTeam.set(name, [row])
    else own.push(row)
  }
  return byTeam
}
