import { type ReadonlySignal, signal } from "@preact/signals"
import type { Failure, Result } from "../../contract/Result.ts"

/** A list of the server's that is loaded as a whole. */
export interface RefreshedList<A> {
  /** Undefined until loaded. */
  readonly list: ReadonlySignal<ReadonlyArray<A> | undefined>
  readonly failure: ReadonlySignal<Failure | undefined>
  readonly refresh: () => Promise<void>
  /** Waits for a request that changes the list, and refreshes it when it succeeded. */
  readonly change: <B>(request: Promise<Result<B>>) => Promise<Result<B>>
}

export const refreshedList = <A>(load: () => Promise<Result<ReadonlyArray<A>>>): RefreshedList<A> => {
  const list = signal<ReadonlyArray<A> | undefined>(undefined)
  const failure = signal<Failure | undefined>(undefined)
  let requests = 0
  // The answer to an earlier request is ignored when a later request was made.
  const refresh = async (): Promise<void> => {
    const request = ++requests
    const answer = await load()
    if (request !== requests) return
    if (answer.ok) list.value = answer.value
    failure.value = answer.ok ? undefined : answer.failure
  }
  return {
    list,
    failure,
    refresh,
    change: async (request) => {
      const answer = await request
      if (answer.ok) await refresh()
      return answer
    }
  }
}
