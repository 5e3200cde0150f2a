import { availableParallelism } from "node:os"
import { Effect } from "effect"

/** Milliseconds: what a commit takes where nobody is in its way. */
const maxBusyMs = 2

/** The only processor is for the database. */
const hasSpareProcessor = availableParallelism() > 1

/** Keeps the event loop turning, for two milliseconds at most; gives what lets it sleep again. */
const keepLoopTurning = (): (() => void) => {
  const until = performance.now() + maxBusyMs
  let next = setImmediate(function turn() {
    if (performance.now() < until) next = setImmediate(turn)
  })
  return () => clearImmediate(next)
}

/**
 * Waits for a short answer from elsewhere without going to sleep: a processor that has slept for half a millisecond comes to
 * it a tenth of one later, with cold caches. Whatever else comes meanwhile is done as ever.
 */
export const busyWait = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  hasSpareProcessor
    ? Effect.suspend(() => {
        const stop = keepLoopTurning()
        return Effect.onExit(effect, () => Effect.sync(stop))
      })
    : effect
