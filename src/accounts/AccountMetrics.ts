import { type Context, Metric } from "effect"

export const hashesWaiting = Metric.gauge("strategy_hash_queue_waiting", {
  description: "Passwords that wait for a thread to be hashed on."
})

export const hashesRunning = Metric.gauge("strategy_hash_queue_running", {
  description: "Passwords being hashed."
})

const outcomes = ["success", "invalid", "locked", "limited", "busy", "unavailable"] as const

/**
 * How an attempt to sign in ended; `limited` found its client's share of the hash queue used up, `busy` no place there at all,
 * `unavailable` no database.
 */
export type LoginOutcome = (typeof outcomes)[number]

const logins = new Map(
  outcomes.map((outcome) => [
    outcome,
    Metric.counter("strategy_logins_total", {
      description: "Attempts to sign in, by how they ended.",
      attributes: { outcome },
      incremental: true
    })
  ])
)

/** Every outcome is there from the start, so that the first failure is already a change. */
export const announceLogins = (context: Context.Context<never>): void => {
  for (const counter of logins.values()) counter.updateUnsafe(0, context)
}

export const loginEnded = (outcome: LoginOutcome, context: Context.Context<never>): void =>
  logins.get(outcome)?.updateUnsafe(1, context)
