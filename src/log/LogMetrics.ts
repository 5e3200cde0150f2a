import { type Context, Metric } from "effect"
import { EventType } from "../domain/Event.ts"
import type { DecidedOutcome } from "../domain/Outcome.ts"

export const queueDepth = Metric.gauge("strategy_planner_queue_depth", {
  description: "Submissions waiting for a batch."
})

export const batchSize = Metric.histogram("strategy_batch_size", {
  description: "Submissions committed together.",
  boundaries: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
})

export const commitSeconds = Metric.histogram("strategy_commit_seconds", {
  description: "Time from taking a batch until it is durable, including retries.",
  boundaries: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
})

export const appliedHead = Metric.gauge("strategy_applied_head", {
  description: "Sequence number of the last event that readers of this server see."
})

export const logHead = Metric.gauge("strategy_log_head", {
  description: "Sequence number of the last event of the log, as this server last saw it."
})

const submissionResults = [
  "applied",
  "no_change",
  "rejected",
  "conflict",
  "key_reused",
  "busy",
  "unavailable",
  "unknown",
  "refused",
  "failed"
] as const

/**
 * The `outcome` label of a counted submission. Besides the answers that callers get: `busy` when the queue was full,
 * `unavailable` when the database was away, `unknown` when it may or may not have been written, `refused` when the
 * database rejected its content, and `failed` for other errors. The last two are bugs in this service.
 */
export type SubmissionResult = (typeof submissionResults)[number]

const counterOf = (type: EventType, outcome: SubmissionResult): Metric.Counter<number> =>
  Metric.counter("strategy_submissions_total", {
    description:
      "Submissions by event type and how they ended; one repeated under its idempotency key counts each time.",
    attributes: { type, outcome },
    incremental: true
  })

const submissions = new Map(
  EventType.literals.map((type) => [
    type,
    new Map(submissionResults.map((result) => [result, counterOf(type, result)]))
  ])
)

export const countSubmission = (type: EventType, result: SubmissionResult, context: Context.Context<never>): void =>
  submissions.get(type)?.get(result)?.updateUnsafe(1, context)

export const resultOfOutcome = ({ status, conflictingServerValue }: DecidedOutcome): SubmissionResult =>
  status === "rejected" && conflictingServerValue !== null ? "conflict" : status
