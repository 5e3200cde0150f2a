import { type ReadonlySignal, signal } from "@preact/signals"
import type { Failure, Result } from "../../contract/Result.ts"
import type { Lifetime } from "../Lifetime.ts"

/** One large view that is fetched as a whole, and again after changes while somebody looks at it. */
export interface LiveView<A> {
  /** Undefined until loaded. */
  readonly value: ReadonlySignal<A | undefined>
  /** Why the last fetch failed; undefined when it succeeded. */
  readonly failure: ReadonlySignal<Failure | undefined>
  /** Fetches the view at once, or once more afterwards if it is being fetched. */
  readonly refresh: () => void
  /** Fetches the view after a pause, once for all calls until then. */
  readonly queueRefresh: () => void
  /** Fetches the view, and repeats failed fetches until the returned function is called. */
  readonly follow: () => () => void
}

/** The delay before a fetch that failed is repeated. */
const retryDelayMs = 4000

/**
 * The pause before a refresh, in multiples of the time that the last fetch took, so that fetching never keeps the page
 * busy.
 */
const pauseFactor = 10
const maxPauseMs = 30_000

interface LiveViewOptions<A> {
  readonly fetch: () => Promise<Result<A>>
  readonly lifetime: Lifetime
  readonly minPauseMs: number
  /** The time in milliseconds since any fixed moment. */
  readonly clock: () => number
}

export const makeLiveView = <A>({ fetch, lifetime, minPauseMs, clock }: LiveViewOptions<A>): LiveView<A> => {
  const value = signal<A | undefined>(undefined)
  const failure = signal<Failure | undefined>(undefined)
  let followers = 0
  let tookMs = 0
  let isRunning = false
  let isWanted = false
  let cancel: (() => void) | undefined
  const after = (ms: number): void => {
    if (followers > 0) cancel ??= lifetime.after(ms, refresh)
  }
  const queueRefresh = (): void => {
    if (isRunning) isWanted = true
    else after(Math.min(maxPauseMs, Math.max(minPauseMs, pauseFactor * tookMs)))
  }
  const run = async (): Promise<void> => {
    const began = clock()
    const fetched = await fetch()
    tookMs = clock() - began
    isRunning = false
    if (fetched.ok) value.value = fetched.value
    failure.value = fetched.ok ? undefined : fetched.failure
    if (!fetched.ok && fetched.failure.kind === "unreachable") after(retryDelayMs)
    if (isWanted) queueRefresh()
  }
  const refresh = (): void => {
    cancel?.()
    cancel = undefined
    isWanted = isRunning
    if (isRunning) return
    isRunning = true
    void run()
  }
  return {
    value,
    failure,
    refresh,
    queueRefresh,
    follow: () => {
      followers += 1
      refresh()
      return () => {
        followers -= 1
        if (followers > 0) return
        cancel?.()
        cancel = undefined
      }
    }
  }
}
