import { availableParallelism } from "node:os"
import { Effect } from "effect"

/** As long as a commit takes on an idle database. */
const maxBusyMs = 2

/** On a machine with one processor, the database needs it. */
const hasSpareProcessor = availableParallelism() > 1

/** Keeps the event loop turning for `maxBusyMs` at most. The function that it returns stops it. */
const keepLoopTurning = (): (() => void) => {
  const until = performance.now() + maxBusyMs
  let next = setImmediate(function turn() {
    if (performance.now() < until) next = setImmediate(turn)
  })
  return () => clearImmediate(next)
}

/**
 * Waits for a short reply from another process without letting the processor sleep: after half a millisecond of sleep
 * it would notice the reply a tenth of a millisecond late, with cold caches. Other work of the event loop goes on
 * meanwhile.
 */
export const busyWait = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  hasSpareProcessor
    ? Effect.suspend(() => {
        const stop = keepLoopTurning()
        return Effect.onExit(effect, () => Effect.sync(stop))
      })
    : effect
