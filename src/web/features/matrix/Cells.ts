/** The table's cells as the keyboard and the pointer find them. */
export interface Place {
  readonly objectiveId: string
  /** From 0. */
  readonly column: number
}

const rowsOf = (table: HTMLTableElement): ReadonlyArray<HTMLTableRowElement> =>
  Array.from(table.querySelectorAll<HTMLTableRowElement>("tr[data-objective]"))

const cellsOf = (row: Element): ReadonlyArray<HTMLElement> =>
  Array.from(row.querySelectorAll<HTMLElement>("button[aria-pressed]"))

/** Where an event happened. */
export const placeOf = (target: EventTarget | null): Place | undefined => {
  const cell = target instanceof Element ? target.closest("td") : null
  const objectiveId = cell?.closest("tr")?.dataset.objective
  return cell === null || objectiveId === undefined ? undefined : { objectiveId, column: cell.cellIndex - 1 }
}

const moves: Record<string, (row: number, column: number, rows: number, columns: number) => readonly [number, number]> =
  {
    ArrowUp: (row, column) => [row - 1, column],
    ArrowDown: (row, column) => [row + 1, column],
    ArrowLeft: (row, column) => [row, column - 1],
    ArrowRight: (row, column) => [row, column + 1],
    Home: (row) => [row, 0],
    End: (row, _, __, columns) => [row, columns - 1],
    PageUp: (row, column) => [Math.max(0, row - 10), column],
    PageDown: (row, column, rows) => [Math.min(rows - 1, row + 10), column]
  }

/** Takes the focus to another cell; false when the key leads nowhere. */
export const move = (table: HTMLTableElement, { key, target, ctrlKey }: KeyboardEvent): boolean => {
  const step = moves[key]
  const from = placeOf(target)
  if (step === undefined || from === undefined) return false
  const rows = rowsOf(table)
  const at = rows.findIndex((row) => row.dataset.objective === from.objectiveId)
  const columns = cellsOf(rows[at] ?? table).length
  const [row, column] = step(at, from.column, rows.length, columns)
  const toCorner = ctrlKey && (key === "Home" || key === "End")
  const next = rows[toCorner ? (key === "Home" ? 0 : rows.length - 1) : row]
  const cell = next === undefined ? undefined : cellsOf(next)[column]
  cell?.focus()
  return cell !== undefined
}

/** One cell is in the order of Tab: the one that had the focus last, or else the first. Gives that cell. */
export const rove = (table: HTMLTableElement, last: Element | null, focused?: HTMLElement): HTMLElement | null => {
  const current = last instanceof HTMLElement && table.contains(last) ? last : null
  const next = focused ?? current ?? table.querySelector<HTMLElement>("button[aria-pressed]")
  if (current !== null && current !== next) current.tabIndex = -1
  if (next !== null) next.tabIndex = 0
  return next
}
