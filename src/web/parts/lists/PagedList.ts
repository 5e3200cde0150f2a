import { type Signal, signal } from "@preact/signals"
import type { Failure, Result } from "../../contract/Result.ts"

/** A page of a list. `nextFrom` or, as some endpoints name it, `nextBefore`: where the next page begins; none after the last. */
export interface Page<A> {
  readonly entries: ReadonlyArray<A>
  readonly nextFrom?: number | null | undefined
  readonly nextBefore?: number | null
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
  /** Loads the first page, in place of all that is loaded. */
  readonly reload: () => Promise<void>
}

export const pagedList = <A>(
  page: (from: number | undefined) => Promise<Result<Page<A>>>,
  start?: number
): PagedList<A> => {
  const entries = signal<ReadonlyArray<A> | undefined>(undefined)
  const nextFrom = signal(start)
  const failure = signal<Failure | undefined>(undefined)
  const isLoading = signal(false)
  let requests = 0
  // The answer to an earlier request is ignored when a later request was made.
  const load = async (from: number | undefined, loaded: ReadonlyArray<A>): Promise<void> => {
    const request = ++requests
    isLoading.value = true
    const answer = await page(from)
    if (request !== requests) return
    isLoading.value = false
    failure.value = answer.ok ? undefined : answer.failure
    if (!answer.ok) return
    entries.value = [...loaded, ...answer.value.entries]
    nextFrom.value = answer.value.nextFrom ?? answer.value.nextBefore ?? undefined
  }
  return {
    entries,
    nextFrom,
    failure,
    isLoading,
    loadOlder: async () => {
      if (!isLoading.peek()) await load(nextFrom.peek(), entries.peek() ?? [])
    },
    reload: () => load(start, [])
  }
}
