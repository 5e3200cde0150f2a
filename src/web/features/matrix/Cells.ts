/** The position of a cell in the matrix. */
export interface CellPosition {
  readonly objectiveId: string
  /** Index of the principle's column, from 0. */
  readonly column: number
}

const rowsOf = (table: HTMLTableElement): ReadonlyArray<HTMLTableRowElement> =>
  Array.from(table.querySelectorAll<HTMLTableRowElement>("tr[data-objective]"))

const cellsOf = (row: Element): ReadonlyArray<HTMLElement> =>
  Array.from(row.querySelectorAll<HTMLElement>("button[aria-pressed]"))

/** The cell that contains the target of an event. */
export const cellPositionOf = (target: EventTarget | null): CellPosition | undefined => {
  const cell = target instanceof Element ? target.closest("td") : null
  const objectiveId = cell?.closest("tr")?.dataset.objective
  return cell === null || objectiveId === undefined ? undefined : { objectiveId, column: cell.cellIndex - 1 }
}

const keyMoves: Record<
  string,
  (row: number, column: number, rows: number, columns: number) => readonly [number, number]
> = {
  ArrowUp: (row, column) => [row - 1, column],
  ArrowDown: (row, column) => [row + 1, column],
  ArrowLeft: (row, column) => [row, column - 1],
  ArrowRight: (row, column) => [row, column + 1],
  Home: (row) => [row, 0],
  End: (row, _, __, columns) => [row, columns - 1],
  PageUp: (row, column) => [Math.max(0, row - 10), column],
  PageDown: (row, column, rows) => [Math.min(rows - 1, row + 10), column]
}

/** Moves the focus to another cell; returns false when the key leads to none. */
export const moveFocus = (table: HTMLTableElement, { key, target, ctrlKey }: KeyboardEvent): boolean => {
  const step = keyMoves[key]
  const from = cellPositionOf(target)
  if (step === undefined || from === undefined) return false
  const rows = rowsOf(table)
  const fromRow = rows.findIndex((row) => row.dataset.objective === from.objectiveId)
  const columns = cellsOf(rows[fromRow] ?? table).length
  const [row, column] = step(fromRow, from.column, rows.length, columns)
  const toCorner = ctrlKey && (key === "Home" || key === "End")
  const next = rows[toCorner ? (key === "Home" ? 0 : rows.length - 1) : row]
  const cell = next === undefined ? undefined : cellsOf(next)[column]
  cell?.focus()
  return cell !== undefined
}

/** Makes one cell the tab stop: `focused`, else the last one, else the first in the table. Returns that cell. */
export const updateTabStop = (
  table: HTMLTableElement,
  last: Element | null,
  focused?: HTMLElement
): HTMLElement | null => {
  const current = last instanceof HTMLElement && table.contains(last) ? last : null
  const next = focused ?? current ?? table.querySelector<HTMLElement>("button[aria-pressed]")
  if (current !== null && current !== next) current.tabIndex = -1
  if (next !== null) next.tabIndex = 0
  return next
}
