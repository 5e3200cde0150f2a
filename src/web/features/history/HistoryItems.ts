import type { ChangeSetRef } from "../../../domain/Provenance.ts"
import type { HistoryEntry } from "../../../domain/views/History.ts"

/** One item of a history: an entry, all loaded entries of one change set, or a sitting of check-ins. */
export interface HistoryItem {
  /** Of the newest entry. */
  readonly timestamp: string
  /** Newest first. Several are those of a change set, or else a sitting. */
  readonly entries: readonly [HistoryEntry, ...ReadonlyArray<HistoryEntry>]
  readonly changeSet?: ChangeSetRef | undefined
}

/** A pause of more milliseconds ends a sitting. */
const longestPause = 1_800_000

/** Numbers the sittings of check-ins, each of which is one person's, and gives the number of an entry's; entries are newest first. */
const sittings = (): ((entry: HistoryEntry) => string | undefined) => {
  const latest = new Map<string, { readonly key: string; readonly moment: number }>()
  return ({ eventType, status, sequenceNumber, timestamp, actorName, tokenName }) => {
    if (eventType !== "update_progress_value" || status !== "applied") return undefined
    const person = JSON.stringify([actorName, tokenName])
    const moment = Date.parse(timestamp)
    const after = latest.get(person)
    const isSame = after !== undefined && after.moment - moment <= longestPause
    const key = isSame ? after.key : `sitting ${sequenceNumber}`
    latest.set(person, { key, moment })
    return key
  }
}

/**
 * Puts the entries of each change set, and where `hasSittings` those of each sitting of check-ins, into one item, where its
 * newest entry is. Entries are newest first.
 */
export const historyItems = (entries: ReadonlyArray<HistoryEntry>, hasSittings = false): ReadonlyArray<HistoryItem> => {
  const sittingOf = hasSittings ? sittings() : () => undefined
  const keyOf = (entry: HistoryEntry) => entry.changeSet?.id ?? sittingOf(entry) ?? entry.sequenceNumber
  return [...Map.groupBy(entries, keyOf).values()].flatMap(([first, ...rest]) =>
    first === undefined
      ? []
      : [{ timestamp: first.timestamp, entries: [first, ...rest] as const, changeSet: first.changeSet ?? undefined }]
  )
}
