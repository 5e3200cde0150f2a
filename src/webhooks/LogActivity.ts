import { Clock, Effect, Latch } from "effect"
import { Projector } from "../log/projection/Projector.ts"

/** The log counts as busy with this many events in the last one to two seconds: far more than people write by hand. */
const busyEvents = 50
const rateWindowMs = 1_000

/** Tells when the log grows, and how fast. */
export const make = Effect.gen(function* () {
  const projector = yield* Projector
  const clock = yield* Clock.Clock
  const arrived = Latch.makeUnsafe(false)
  let windowStart = 0
  let counted = 0
  let countedBefore = 0

  const count = (events: number): void => {
    const now = clock.currentTimeMillisUnsafe()
    if (now - windowStart >= rateWindowMs) {
      countedBefore = now - windowStart < 2 * rateWindowMs ? counted : 0
      counted = 0
      windowStart = now
    }
    counted += events
  }

  yield* projector.follow((shown) => {
    count(shown.length)
    arrived.openUnsafe()
  })

  return {
    /** Waits for an event after a position. */
    awaitAfter: (position: number) =>
      Effect.suspend(() => {
        if (projector.stateNow().sequenceNumber > position) return Effect.void
        arrived.closeUnsafe()
        return arrived.await
      }),
    /** Whether the log grows so fast that deliveries would delay commits. */
    isBusy: () => {
      count(0)
      return counted + countedBefore >= busyEvents
    }
  }
})

export type LogActivity = Effect.Success<typeof make>
