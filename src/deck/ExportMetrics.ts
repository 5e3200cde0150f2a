import { Cause, Effect, Exit, Metric, Option } from "effect"
import type { Gate } from "../bounded/Gate.ts"
import { observed } from "../observability/Observed.ts"
import type { ExportError } from "./ExportError.ts"

const waiting = Metric.gauge("strategy_export_queue_waiting", {
  description: "Presentations waiting to be made."
})

const running = Metric.gauge("strategy_export_queue_running", {
  description: "Presentations being made."
})

const seconds = Metric.histogram("strategy_export_seconds", {
  description: "Time from taking a presentation out of the queue until it is made.",
  boundaries: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
})

const endings = ["made", "kept", "busy", "left", "too_large", "unavailable", "failed"] as const

/**
 * The result of a request for a presentation: `made` (perhaps for several at once), `kept` if it was cached, `busy` if the
 * line or the user's part of it was full, `left` if the client left, `too_large`, `unavailable` without a database, `failed` for a defect.
 */
type ExportEnding = (typeof endings)[number]

const counterOf = (outcome: ExportEnding): Metric.Counter<number> =>
  Metric.counter("strategy_exports_total", {
    description: "Requested presentations by outcome, except those the client already had.",
    attributes: { outcome },
    incremental: true
  })

/** Null for requests that are not counted, since the team, the sequence number or an objective does not exist. */
const endingsOfErrors: Readonly<Record<ExportError["_tag"], ExportEnding | null>> = {
  ...{ TeamNotFound: null, ParameterRejected: null, DeckTooLarge: "too_large", DeckFailed: "failed" },
  ...{ GateFull: "busy", ShareExceeded: "busy", StorageError: "failed" }
}

const endingOf = (exit: Exit.Exit<unknown, ExportError>): ExportEnding | null => {
  if (Exit.isSuccess(exit)) return "made"
  if (Cause.hasInterruptsOnly(exit.cause)) return "left"
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  if (error?._tag === "StorageError" && error.unavailable) return "unavailable"
  return error === undefined ? "failed" : endingsOfErrors[error._tag]
}

/** Sets all counters to zero at the start, and observes the gate while the scope is open. */
export const make = (gate: Gate) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<never>()
    const counters = new Map(endings.map((ending) => [ending, counterOf(ending)]))
    for (const counter of counters.values()) counter.updateUnsafe(0, context)
    yield* observed(waiting, () => ({ value: gate.waiting }))
    yield* observed(running, () => ({ value: gate.running }))

    const count = (ending: ExportEnding | null) =>
      Effect.sync(() => {
        if (ending !== null) counters.get(ending)?.updateUnsafe(1, context)
      })

    return {
      ended: (exit: Exit.Exit<unknown, ExportError>) => count(endingOf(exit)),
      kept: count("kept"),
      took: (duration: number) => seconds.updateUnsafe(duration, context)
    }
  })
