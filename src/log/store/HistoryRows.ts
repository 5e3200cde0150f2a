import type { Touched } from "../../domain/Event.ts"
import type { EventFact } from "../../domain/Fact.ts"
import type { HistoryEvent } from "../../domain/views/History.ts"

/** An entry of a history. */
export interface HistoryRow {
  readonly event: HistoryEvent
  /** How it affected the entity of the history; null in the history of the whole log, or where that is not recorded. */
  readonly touched: Touched | null
  /** What was so then about the event's own entity. */
  readonly own: EventFact | null
}

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
