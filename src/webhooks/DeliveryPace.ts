import { Clock, Effect } from "effect"

/** Between two deliveries of this server, whatever their webhooks, in milliseconds: a quarter of its time at most. */
const intervalMs = 2
/** The same while the log is busy: deliveries then wait for commits, not commits for deliveries. */
const busyIntervalMs = 25
/** How many deliveries may start at once after a pause. */
const burst = 10

/** Spreads the deliveries of all webhooks of this server over time. */
export const make = (isBusy: () => boolean) =>
  Effect.map(Clock.Clock, (clock) => {
    let nextStart = Number.NEGATIVE_INFINITY
    /** Waits for this caller's turn. */
    const take: Effect.Effect<void> = Effect.suspend(() => {
      const now = clock.currentTimeMillisUnsafe()
      const interval = isBusy() ? busyIntervalMs : intervalMs
      // A clock that is set back must not make anybody wait for long.
      nextStart = Math.min(Math.max(now - burst * interval, nextStart) + interval, now + 20 * busyIntervalMs)
      return nextStart > now ? Effect.sleep(nextStart - now) : Effect.void
    })
    return { take }
  })

export type DeliveryPace = Effect.Success<ReturnType<typeof make>>
