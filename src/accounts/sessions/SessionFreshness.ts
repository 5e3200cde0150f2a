import type { Clock } from "effect"
import { type ClockReading, elapsedMs, readClock } from "../../sql/ClockReading.ts"

/**
 * How long the knowledge of what other servers have done to sessions may be used. The contract allows a second; the
 * rest of it is for the request under way.
 */
const maxFreshMs = 900

/** Makes a function that tells whether knowledge of the time `asOf` is still fresh when it is called. */
export const isFreshSince = (clock: Clock.Clock, asOf: ClockReading) => (): boolean =>
  elapsedMs(asOf, readClock(clock)) < maxFreshMs

/** The same for knowledge that is asked for now. Call it before asking. */
export const isFreshFromNow = (clock: Clock.Clock): (() => boolean) => isFreshSince(clock, readClock(clock))
