import { DateTime } from "effect"
import { retryDelayMs } from "./RetryDelay.ts"
import type { FailureState } from "./WebhookStore.ts"

const iso = (milliseconds: number): string => DateTime.formatIso(DateTime.makeUnsafe(milliseconds))

/** The state after one more failed attempt, at a Unix time in milliseconds. After the last one the webhook is disabled. */
export const afterFailure = (
  before: Pick<FailureState, "failures" | "failingSince">,
  error: string,
  now: number
): FailureState => {
  const failures = before.failures + 1
  const failingSince = before.failingSince ?? iso(now)
  const delay = retryDelayMs(failures)
  return delay === undefined
    ? {
        failures,
        failingSince,
        nextAttemptAt: null,
        disabledReason: `All ${failures} attempts since ${failingSince} failed. The last error: ${error}`
      }
    : { failures, failingSince, nextAttemptAt: iso(now + delay), disabledReason: null }
}
