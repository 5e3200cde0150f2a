import { type ReadonlySignal, signal } from "@preact/signals-core"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import type { Failure, Result } from "../../contract/Result.ts"

/** Newest first. */
export interface HistoryPage {
  readonly entries: ReadonlyArray<HistoryEntry>
  /** The sequence number to continue from; undefined on the last page. This page has no entry at or below it. */
  readonly nextFrom: number | undefined
}

export interface HistorySource {
  readonly page: (from: number | undefined) => Promise<Result<HistoryPage>>
  /** The newest entries, by a request that is quicker than `page`. */
  readonly newest: () => Promise<Result<HistoryPage>>
}

/** A history as far as it is loaded. Older pages are appended; newer entries are held back until `showNewer`. */
export interface HistoryList {
  /** Undefined until the first page is loaded. */
  readonly entries: ReadonlySignal<ReadonlyArray<HistoryEntry> | undefined>
  readonly nextFrom: ReadonlySignal<number | undefined>
  /** How many newer entries are held back. */
  readonly newerCount: ReadonlySignal<number>
  readonly failure: ReadonlySignal<Failure | undefined>
  readonly isLoading: ReadonlySignal<boolean>
  readonly loadOlder: () => Promise<void>
  readonly checkForNewer: () => Promise<void>
  readonly showNewer: () => void
}

export const historyList = (source: HistorySource, start?: number): HistoryList => {
  const entries = signal<ReadonlyArray<HistoryEntry> | undefined>(undefined)
  const nextFrom = signal(start)
  const newerCount = signal(0)
  const failure = signal<Failure | undefined>(undefined)
  const isLoading = signal(false)
  let latest: HistoryPage | undefined
  let isChecking = false
  let mustCheckAgain = false

  const first = (): number => entries.peek()?.[0]?.sequenceNumber ?? 0

  const loadOlder = async (): Promise<void> => {
    if (isLoading.peek()) return
    isLoading.value = true
    const page = await source.page(nextFrom.peek())
    isLoading.value = false
    failure.value = page.ok ? undefined : page.failure
    if (!page.ok) return
    entries.value = [...(entries.peek() ?? []), ...page.value.entries]
    nextFrom.value = page.value.nextFrom
  }

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

  return { entries, nextFrom, newerCount, failure, isLoading, loadOlder, checkForNewer, showNewer }
}
