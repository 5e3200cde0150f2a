import { computed, type ReadonlySignal, signal } from "@preact/signals"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import type { Result } from "../../contract/Result.ts"
import { type Page, type PagedList, pagedList } from "../../parts/lists/PagedList.ts"
import { oneAtATime } from "./OneAtATime.ts"

/** Newest first; the next page begins at or below a sequence number. */
export type HistoryPage = Page<HistoryEntry>

export interface HistorySource {
  /** `from`: the sequence number that the page begins at or below. */
  readonly page: (from: number | undefined) => Promise<Result<HistoryPage>>
  /** The newest entries, by a request that is quicker than `page`. */
  readonly newest: () => Promise<Result<HistoryPage>>
}

/** A history as far as it is loaded. Older pages are appended; newer entries are held back until `showNewer`. */
export interface HistoryList extends PagedList<HistoryEntry> {
  /** How many newer entries are held back. */
  readonly newerCount: ReadonlySignal<number>
  readonly checkForNewer: () => Promise<void>
  readonly showNewer: () => void
}

export const historyList = (source: HistorySource, start?: number): HistoryList => {
  const pages = pagedList(source.page, start)
  const { entries, nextFrom } = pages
  const newest = signal<HistoryPage | undefined>(undefined)
  const latest = (): number => entries.value?.[0]?.sequenceNumber ?? 0
  const newer = computed(() => newest.value?.entries.filter(({ sequenceNumber }) => sequenceNumber > latest()) ?? [])
  return {
    ...pages,
    newerCount: computed(() => newer.value.length),
    checkForNewer: oneAtATime(async () => {
      if (entries.peek() === undefined) return
      const page = await source.newest()
      if (page.ok) newest.value = page.value
    }),
    showNewer: () => {
      const page = newest.peek()
      if (page === undefined) return
      const next = page.nextFrom ?? 0
      // Otherwise there is a gap of unloaded entries between both, so the list begins anew.
      const isConnected = next <= latest()
      if (!isConnected) nextFrom.value = next
      entries.value = [...newer.peek(), ...((isConnected && entries.peek()) || [])]
      newest.value = undefined
    }
  }
}
