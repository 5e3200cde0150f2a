import type { Clock } from "effect"

/** A moment by both clocks of a machine. */
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
 * Milliseconds that have passed at least, by the clock that has moved further: the monotonic one stands still while the
 * machine is suspended, and the wall's may be set back.
 */
export const elapsedMs = (from: ClockReading, to: ClockReading): number =>
  Math.max(Number(to.monotonicNanos - from.monotonicNanos) / 1e6, to.wallMillis - from.wallMillis)
