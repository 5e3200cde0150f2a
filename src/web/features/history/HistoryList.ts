import { type ReadonlySignal, signal } from "@preact/signals-core"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import type { Result } from "../../contract/Result.ts"
import { type Page, type PagedList, pagedList } from "../../parts/PagedList.ts"

/** Newest first; `nextFrom` is a sequence number at or below which the page has no entry. */
export type HistoryPage = Page<HistoryEntry>

export interface HistorySource {
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
  const newerCount = signal(0)
  let latest: HistoryPage | undefined
  let isChecking = false
  let mustCheckAgain = false

  const first = (): number => entries.peek()?.[0]?.sequenceNumber ?? 0

  const checkForNewer = async (): Promise<void> => {
    mustCheckAgain = isChecking
    if (isChecking || entries.peek() === undefined) return
    isChecking = true
    const page = await source.newest()
    isChecking = false
    if (page.ok) {
      latest = page.value
      newerCount.value = latest.entries.filter(({ sequenceNumber }) => sequenceNumber > first()).length
    }
    if (mustCheckAgain) await checkForNewer()
  }

  const showNewer = (): void => {
    const known = entries.peek()
    newerCount.value = 0
    if (latest === undefined || known === undefined) return
    if (latest.nextFrom !== undefined && latest.nextFrom > first()) {
      // There is a gap of unloaded entries between both, so the list begins anew.
      entries.value = latest.entries
      nextFrom.value = latest.nextFrom
    } else {
      const newer = latest.entries.filter(({ sequenceNumber }) => sequenceNumber > first())
      if (newer.length > 0) entries.value = [...newer, ...known]
    }
    latest = undefined
  }

  return { ...pages, newerCount, checkForNewer, showNewer }
}
