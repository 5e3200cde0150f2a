import type { Clock } from "effect"
import { type ClockReading, elapsedMs, readClock } from "../sql/ClockReading.ts"

/**
 * How long after it was known what other servers have done to sessions this may still be taken for known. The contract
 * gives a second; the rest of it is for the request under way.
 */
export const freshMs = 900

/** Whether what was known at `asOf` still counts, by the clocks whenever it is asked. */
export const countsSince = (clock: Clock.Clock, asOf: ClockReading) => (): boolean =>
  elapsedMs(asOf, readClock(clock)) < freshMs

/** The same for what is known as of now, which is to be asked for after this. */
export const countsFromNow = (clock: Clock.Clock): (() => boolean) => countsSince(clock, readClock(clock))
