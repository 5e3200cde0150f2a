import type { ChangeSetRef } from "../../../domain/Provenance.ts"
import type { HistoryEntry } from "../../../domain/views/History.ts"

/** One item of a history: an entry, or all loaded entries of one change set. */
interface HistoryItem {
  /** Of the newest entry. */
  readonly timestamp: string
  /** Newest first; more than one only where `changeSet` is there. */
  readonly entries: readonly [HistoryEntry, ...ReadonlyArray<HistoryEntry>]
  readonly changeSet?: ChangeSetRef | undefined
}

/** Puts the entries of each change set into one item, where its newest entry is. Entries are newest first. */
export const groupByChangeSet = (entries: ReadonlyArray<HistoryEntry>): ReadonlyArray<HistoryItem> =>
  [...Map.groupBy(entries, ({ changeSet, sequenceNumber }) => changeSet?.id ?? sequenceNumber).values()].flatMap(
    ([first, ...rest]) =>
      first === undefined
        ? []
        : [{ timestamp: first.timestamp, entries: [first, ...rest] as const, changeSet: first.changeSet ?? undefined }]
  )
