import { Schema } from "effect"
import { rejectionText } from "../shared/words/Rejections.ts"
import type { Decision, LoggedEvent } from "./Event.ts"
import { SequenceNumber } from "./entities/Ids.ts"
import type { Rejection } from "./Rejection.ts"

/** The answer to a submission. `sequenceNumber` is 0 for `no_change`. */
export const Outcome = Schema.Struct({
  sequenceNumber: SequenceNumber,
  status: Schema.Literals(["applied", "no_change", "rejected"]),
  rejectionReason: Schema.NullOr(Schema.String),
  /** The value before the change; null unless a field edit was applied. */
  previousValue: Schema.NullOr(Schema.String),
  /** The whole current value; null unless the submission was rejected for a conflict. */
  conflictingServerValue: Schema.NullOr(Schema.String)
}).annotate({ identifier: "SubmitEventResponse" })
export type Outcome = typeof Outcome.Type

/** What became of a submission, before it is put into words. */
export interface DecidedOutcome extends Omit<Outcome, "rejectionReason"> {
  /** Null unless it was rejected. */
  readonly rejection: Rejection | null
}

export const noChange: DecidedOutcome = {
  sequenceNumber: 0,
  status: "no_change",
  rejection: null,
  previousValue: null,
  conflictingServerValue: null
}

/** The outcome as the log stores it: of a long conflicting value it has only the beginning. */
export const outcomeOfEvent = (event: LoggedEvent): DecidedOutcome => ({
  sequenceNumber: event.sequenceNumber,
  status: event.status,
  rejection: event.rejection ?? null,
  previousValue: event.status === "applied" ? event.oldValue : null,
  conflictingServerValue: event.conflictingServerValue
})

export const outcomeOfDecision = (decision: Decision): DecidedOutcome => {
  if (decision.status === "no_change") return noChange
  const outcome = outcomeOfEvent(decision.event)
  return decision.status === "applied"
    ? outcome
    : { ...outcome, conflictingServerValue: decision.conflictingServerValue }
}

export const answerOf = ({ rejection, ...outcome }: DecidedOutcome): Outcome => ({
  sequenceNumber: outcome.sequenceNumber,
  status: outcome.status,
  rejectionReason: rejection && rejectionText(rejection),
  previousValue: outcome.previousValue,
  conflictingServerValue: outcome.conflictingServerValue
})
