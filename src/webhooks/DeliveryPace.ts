import { Clock, Effect } from "effect"

/** Between two deliveries of this server, to any webhook. They take a quarter of the server's time at most. */
const intervalMs = 2
/** The interval while the log is busy, so that deliveries do not delay commits. */
const busyIntervalMs = 25
/** The number of deliveries that may start at once after a pause. */
const burst = 10

/** Spreads the deliveries of all webhooks of this server over time. */
export const make = (isBusy: () => boolean) =>
  Effect.map(Clock.Clock, (clock) => {
    let nextStart = Number.NEGATIVE_INFINITY
    /** Waits for this caller's turn. */
    const take: Effect.Effect<void> = Effect.suspend(() => {
      const now = clock.currentTimeMillisUnsafe()
      const paceMs = isBusy() ? busyIntervalMs : intervalMs
      // A clock that is set back must not make anybody wait for long.
      nextStart = Math.min(Math.max(now - burst * paceMs, nextStart) + paceMs, now + 20 * busyIntervalMs)
      return nextStart > now ? Effect.sleep(nextStart - now) : Effect.void
    })
    return { take }
  })

export type DeliveryPace = Effect.Success<ReturnType<typeof make>>
