import { DateTime } from "effect"
import type { Attempt } from "./Attempt.ts"
import { retryAfterMs } from "./RetryAfter.ts"
import { retryDelayMs } from "./RetryDelay.ts"
import type { FailureState } from "./WebhookStore.ts"

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
