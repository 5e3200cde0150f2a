import type { Clock } from "effect"

/** The time on both clocks of a machine. */
export interface ClockReading {
  readonly monotonicNanos: bigint
  /** Unix time. */
  readonly wallMillis: number
}

export const readClock = (clock: Clock.Clock): ClockReading => ({
  monotonicNanos: clock.monotonicTimeNanosUnsafe(),
  wallMillis: clock.currentTimeMillisUnsafe()
})

/**
 * The time that has passed by the clock that moved further: the monotonic clock stands still while the machine is
 * suspended, and the wall clock may be set back.
 */
export const elapsedMs = (from: ClockReading, to: ClockReading): number =>
  Math.max(Number(to.monotonicNanos - from.monotonicNanos) / 1e6, to.wallMillis - from.wallMillis)
