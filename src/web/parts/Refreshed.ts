import { type ReadonlySignal, signal } from "@preact/signals-core"
import type { Failure, Result } from "../contract/Result.ts"

/** Something of the server's that is loaded as a whole. */
export interface Refreshed<A> {
  /** Undefined until loaded; stays when a later request fails. */
  readonly latest: ReadonlySignal<A | undefined>
  readonly failure: ReadonlySignal<Failure | undefined>
  readonly refresh: () => Promise<void>
  /** Waits for a request that changes it, and refreshes it when that succeeded. */
  readonly change: <B>(request: Promise<Result<B>>) => Promise<Result<B>>
}

export const refreshed = <A>(load: () => Promise<Result<A>>): Refreshed<A> => {
  const latest = signal<A | undefined>(undefined)
  const failure = signal<Failure | undefined>(undefined)
  let requests = 0
  // The answer to an earlier request is ignored when a later request was made.
  const refresh = async (): Promise<void> => {
    const request = ++requests
    const answer = await load()
    if (request !== requests) return
    if (answer.ok) latest.value = answer.value
    failure.value = answer.ok ? undefined : answer.failure
  }
  return {
    latest,
    failure,
    refresh,
    change: async (request) => {
      const answer = await request
      if (answer.ok) await refresh()
      return answer
    }
  }
}
