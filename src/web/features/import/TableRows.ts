import { type Cells, unguarded } from "./Cells.ts"
import { oneLine } from "./CellText.ts"
import type { Column, Reading } from "./Columns.ts"
import type { Notes } from "./Notes.ts"
import * as texts from "./Texts.ts"

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

/** The rows that are not empty by the team they name; a row without a name belongs to the team of the one above. */
export const rowsByTeam = (
  cells: Cells,
  { columns, hasHeader, team }: Reading,
  notes: Notes
): ReadonlyMap<string, ReadonlyArray<Row>> => {
  const first = hasHeader ? 1 : 0
  let name = team
  const named = cells.slice(first).flatMap((cells, at) => {
    const row = rowOf(first + at + 1, cells, columns)
    if (row.unused().length === 0) return []
    name = oneLine(row.take("team")) || name
    if (team === "" || name === team) return [{ name, row }]
    notes.add(row.number, texts.otherTeam, true)
    return []
  })
  const byTeam = Map.groupBy(named, ({ name }) => name)
  return new Map([...byTeam].map(([name, own]) => [name, own.map(({ row }) => row)]))
}
