import { type ReadonlySignal, signal } from "@preact/signals-core"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import type { Failure, Result } from "../../contract/Result.ts"

/** Newest first. */
export interface HistoryPage {
  readonly entries: ReadonlyArray<HistoryEntry>
  /** Where the next page begins; undefined on the last one. No entry from there on is on this page. */
  readonly next: number | undefined
}

export interface HistorySource {
  readonly page: (from: number | undefined) => Promise<Result<HistoryPage>>
  /** The latest there is, quickly. */
  readonly newest: () => Promise<Result<HistoryPage>>
}

/** A history as far as it is loaded: older pages join it at the end, what happens meanwhile waits until it is asked for. */
export interface HistoryList {
  /** Undefined until the first page is there. */
  readonly entries: ReadonlySignal<ReadonlyArray<HistoryEntry> | undefined>
  readonly next: ReadonlySignal<number | undefined>
  /** How many newer entries wait. */
  readonly waiting: ReadonlySignal<number>
  readonly trouble: ReadonlySignal<Failure | undefined>
  readonly isLoading: ReadonlySignal<boolean>
  readonly older: () => Promise<void>
  /** Looks for what is newer. */
  readonly look: () => Promise<void>
  /** Shows what waits. */
  readonly show: () => void
}

export const historyList = (source: HistorySource, start?: number): HistoryList => {
  const entries = signal<ReadonlyArray<HistoryEntry> | undefined>(undefined)
  const next = signal(start)
  const waiting = signal(0)
  const trouble = signal<Failure | undefined>(undefined)
  const isLoading = signal(false)
  let latest: HistoryPage | undefined
  let isLooking = false
  let again = false

  const first = (): number => entries.peek()?.[0]?.sequenceNumber ?? 0

  const older = async (): Promise<void> => {
    if (isLoading.peek()) return
    isLoading.value = true
    const page = await source.page(next.peek())
    isLoading.value = false
    trouble.value = page.ok ? undefined : page.failure
    if (!page.ok) return
    entries.value = [...(entries.peek() ?? []), ...page.value.entries]
    next.value = page.value.next
  }

  const look = async (): Promise<void> => {
    again = isLooking
    if (isLooking || entries.peek() === undefined) return
    isLooking = true
    const page = await source.newest()
    isLooking = false
    if (page.ok) {
      latest = page.value
      waiting.value = latest.entries.filter(({ sequenceNumber }) => sequenceNumber > first()).length
    }
    if (again) await look()
  }

  const show = (): void => {
    const known = entries.peek()
    waiting.value = 0
    if (latest === undefined || known === undefined) return
    if (latest.next !== undefined && latest.next > first()) {
      // So much has happened that what lies between is not there: the list begins anew.
      entries.value = latest.entries
      next.value = latest.next
    } else {
      const newer = latest.entries.filter(({ sequenceNumber }) => sequenceNumber > first())
      if (newer.length > 0) entries.value = [...newer, ...known]
    }
    latest = undefined
  }

  return { entries, next, waiting, trouble, isLoading, older, look, show }
}
