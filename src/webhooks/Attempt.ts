import type { DeliveryOutcome } from "../domain/Webhook.ts"

/** The result of one attempt to deliver. */
export interface Attempt {
  readonly outcome: DeliveryOutcome
  readonly status: number | null
  readonly error: string | null
  /** The beginning of the answer's body, as text that a database can store; absent without an answer. */
  readonly answer?: string
  /** The answer's `Retry-After`, as it was sent. */
  readonly retryAfter?: string | undefined
}

const maxErrorLength = 300

export const failed = (outcome: DeliveryOutcome, error: string, status: number | null = null): Attempt => ({
  outcome,
  status,
  error: error.slice(0, maxErrorLength)
})
