import { DateTime } from "effect"
import type { Attempt } from "./Attempt.ts"
import type { FailureState } from "./WebhookStore.ts"

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const growingMs = [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, hourMs, 6 * hourMs]

/** After the growing delays comes one attempt a day, for a week. */
const dailyAttempts = 7

/** The delay before the next attempt after this many failures in a row; undefined if there is no further attempt. */
export const retryDelayMs = (failures: number): number | undefined =>
  growingMs[failures - 1] ?? (failures <= growingMs.length + dailyAttempts ? dayMs : undefined)

/** The longest wait that a receiver may ask for. */
const maxAskedMs = dayMs

/**
 * The wait that a `Retry-After` header asks for, as seconds or as a date, in milliseconds from `now`: from 0 to a day. Null
 * if there is none, or if it cannot be read.
 */
const retryAfterMs = (header: string | undefined, now: number): number | null => {
  if (header === undefined) return null
  const text = header.trim()
  // The parser takes much else for a date, `-7` too.
  const date = text.endsWith(" GMT") ? Date.parse(text) - now : Number.NaN
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : date
  return Number.isNaN(wait) ? null : Math.min(Math.max(0, wait), maxAskedMs)
}

/** With this status a receiver says that it wants nothing more. */
const goneStatus = 410

const iso = (milliseconds: number): string => DateTime.formatIso(DateTime.makeUnsafe(milliseconds))

/**
 * The state after one more failed attempt, at a Unix time in milliseconds. The webhook is disabled after the last one, and
 * at once when the receiver is gone. The next attempt comes after the usual delay, or later if the receiver asked for it.
 */
export const afterFailure = (
  before: Pick<FailureState, "failures" | "failingSince">,
  { status, error, retryAfter }: Attempt,
  now: number
): FailureState => {
  const failures = before.failures + 1
  const failingSince = before.failingSince ?? iso(now)
  const disabled = (disabledReason: string): FailureState => ({
    ...{ failures, failingSince, nextAttemptAt: null, retryAfterMs: null, disabledReason }
  })
  if (status === goneStatus) return disabled("The receiver answered 410: it wants no more events.")
  const delay = retryDelayMs(failures)
  if (delay === undefined) {
    return disabled(`All ${failures} attempts since ${failingSince} failed. The last error: ${error}`)
  }
  const asked = retryAfterMs(retryAfter, now)
  const wait = Math.max(delay, asked ?? 0)
  return { failures, failingSince, nextAttemptAt: iso(now + wait), retryAfterMs: asked, disabledReason: null }
}

/** The longest wait before the next attempt, which does not depend on a clock. */
export const maxWaitMs = ({ failures, retryAfterMs }: FailureState): number =>
  Math.max(retryDelayMs(failures) ?? 0, retryAfterMs ?? 0)
