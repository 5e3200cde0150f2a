/** The position of a cell in the matrix. */
export interface CellPosition {
  readonly objectiveId: string
  /** Index of the principle's column, from 0; -1 for the objective's title. */
  readonly column: number
}

/** The cell that contains the target of an event. */
export const cellPositionOf = (target: EventTarget | null): CellPosition | undefined => {
  const cell = target instanceof HTMLElement ? target.closest<HTMLTableCellElement>("td, tbody th") : null
  const objectiveId = cell?.closest("tr")?.dataset.objective
  return cell === null || objectiveId === undefined ? undefined : { objectiveId, column: cell.cellIndex - 1 }
}

/** By how many rows and columns each key moves the focus, at most to the edge. */
const keyMoves: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
  PageUp: [-10, 0],
  PageDown: [10, 0]
}

const nearest = <A>(all: ReadonlyArray<A>, index: number): A | undefined =>
  all[Math.max(0, Math.min(index, all.length - 1))]

/** Moves the focus to another cell, with Ctrl and Home or End to a corner; returns whether the key is one that moves. */
export const moveFocus = (table: HTMLTableElement, { key, target, ctrlKey }: KeyboardEvent): boolean => {
  const move = keyMoves[key]
  const from = cellPositionOf(target)
  if (move === undefined || from === undefined) return false
  const [down, right] = move
  const rows = [...table.querySelectorAll<HTMLElement>("tr[data-objective]")]
  const fromRow = rows.findIndex((row) => row.dataset.objective === from.objectiveId)
  const row = nearest(rows, fromRow + (ctrlKey && Math.abs(right) > 1 ? right : down))
  const cells = [...(row?.querySelectorAll<HTMLElement>("th a, button[aria-pressed]") ?? [])]
  // Only the arrow key leads from the first cell to the title.
  nearest(cells, Math.max(from.column + 1 + right, Number.isFinite(right) ? 0 : 1))?.focus()
  return true
}
