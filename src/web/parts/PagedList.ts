import { type Signal, signal } from "@preact/signals-core"
import type { Failure, Result } from "../contract/Result.ts"

export interface Page<A> {
  readonly entries: ReadonlyArray<A>
  /** Where the next page begins; undefined on the last page. */
  readonly nextFrom: number | undefined
}

/** A list as far as it is loaded, newest first. */
export interface PagedList<A> {
  /** Undefined until the first page is loaded. */
  readonly entries: Signal<ReadonlyArray<A> | undefined>
  /** Where the next page begins; undefined if there is none, or for the first. */
  readonly nextFrom: Signal<number | undefined>
  /** Why the last page could not be loaded. */
  readonly failure: Signal<Failure | undefined>
  readonly isLoading: Signal<boolean>
  /** Loads the next page. */
  readonly loadOlder: () => Promise<void>
}

export const pagedList = <A>(
  page: (from: number | undefined) => Promise<Result<Page<A>>>,
  start?: number
): PagedList<A> => {
  const entries = signal<ReadonlyArray<A> | undefined>(undefined)
  const nextFrom = signal(start)
  const failure = signal<Failure | undefined>(undefined)
  const isLoading = signal(false)
  const loadOlder = async (): Promise<void> => {
    if (isLoading.peek()) return
    isLoading.value = true
    const answer = await page(nextFrom.peek())
    isLoading.value = false
    failure.value = answer.ok ? undefined : answer.failure
    if (!answer.ok) return
    entries.value = [...(entries.peek() ?? []), ...answer.value.entries]
    nextFrom.value = answer.value.nextFrom
  }
  return { entries, nextFrom, failure, isLoading, loadOlder }
}
