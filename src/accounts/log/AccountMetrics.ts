import { type Context, Metric } from "effect"

export const hashesWaiting = Metric.gauge("strategy_hash_queue_waiting", {
  description: "Passwords waiting to be hashed."
})

export const hashesRunning = Metric.gauge("strategy_hash_queue_running", {
  description: "Passwords being hashed."
})

const outcomes = ["success", "invalid", "locked", "limited", "busy", "unavailable"] as const

/**
 * How an attempt to sign in ended. `limited` means that the client's share of the hash queue was used up, `busy` that
 * the queue was full, and `unavailable` that the database did not answer.
 */
export type LoginOutcome = (typeof outcomes)[number]

const logins = new Map(
  outcomes.map((outcome) => [
    outcome,
    Metric.counter("strategy_logins_total", {
      description: "Sign-in attempts by outcome.",
      attributes: { outcome },
      incremental: true
    })
  ])
)

/** Reports every outcome as 0 from the start, so that a rate can be computed from the first failure on. */
export const registerLoginCounters = (context: Context.Context<never>): void => {
  for (const counter of logins.values()) counter.updateUnsafe(0, context)
}

export const countLogin = (outcome: LoginOutcome, context: Context.Context<never>): void =>
  logins.get(outcome)?.updateUnsafe(1, context)
