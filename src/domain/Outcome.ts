import { Schema } from "effect"
import { rejectionText } from "../shared/words/Rejections.ts"
import type { Decision, LoggedEvent } from "./Event.ts"
import { described } from "./entities/Documented.ts"
import { SequenceNumber } from "./entities/Ids.ts"
import type { Rejection } from "./Rejection.ts"

export const SubmissionStatus = Schema.Literals(["applied", "no_change", "rejected"])

/** The answer to a submission. */
export const Outcome = Schema.Struct({
  sequenceNumber: described("The position of the event in the log; 0 for `no_change`", SequenceNumber),
  status: described("The result", SubmissionStatus),
  rejectionReason: described(
    "The reason for a rejection, for people; null if not rejected",
    Schema.NullOr(Schema.String)
  ),
  previousValue: described(
    "The value before the change, as text; null unless an edit was applied",
    Schema.NullOr(Schema.String)
  ),
  conflictingServerValue: described(
    "The whole current value, as text; null unless the submission was rejected as a conflict",
    Schema.NullOr(Schema.String)
  )
}).annotate({ identifier: "SubmitEventResponse" })
export type Outcome = typeof Outcome.Type

/** What became of a submission, before it is put into words. */
export interface DecidedOutcome extends Omit<Outcome, "rejectionReason"> {
  /** Null unless it was rejected. */
  readonly rejection: Rejection | null
  /** Whether an earlier request under the same idempotency key got it first. */
  readonly isRepeated?: boolean
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
