import type { HistoryRow } from "../../domain/views/History.ts"

/** The limits of one page of a history. */
export interface PageBounds {
  /** How many entries. */
  readonly limit: number
  /** No entry follows those that together reach this size in the log. At least one entry is read. */
  readonly maxBytes: number
}

/** Entries of a history, newest first. */
export interface HistoryRows {
  readonly rows: ReadonlyArray<HistoryRow>
  /** False when older entries may follow. */
  readonly isLast: boolean
}
