import { Duration } from "effect"

/** It starts at the session's creation; using the session does not extend it. */
export const sessionLifetime = Duration.days(7)

/**
 * Milliseconds. A session that has more left was made while the clock was far ahead; it does not count until the clock is
 * there again.
 */
export const longestRestMs = 2 * Duration.toMillis(sessionLifetime)

/** Whether a session that expires at a time is valid at another, in Unix milliseconds. */
export const isValidAt = ({ expiresAt }: { readonly expiresAt: number }, now: number): boolean =>
  expiresAt > now && expiresAt <= now + longestRestMs
