import { Schema } from "effect"
import type { Decision, LoggedEvent } from "./Event.ts"
import { SequenceNumber } from "./entities/Ids.ts"
import { type RejectionCode, rejectionCode } from "./events/RejectionCode.ts"

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

export const noChange: Outcome = {
  sequenceNumber: 0,
  status: "no_change",
  rejectionReason: null,
  previousValue: null,
  conflictingServerValue: null
}

/** The outcome as the log stores it: of a long conflicting value it has only the beginning. */
export const outcomeOfEvent = (event: LoggedEvent): Outcome => ({
  sequenceNumber: event.sequenceNumber,
  status: event.status,
  rejectionReason: event.rejectionReason,
  previousValue: event.status === "applied" ? event.oldValue : null,
  conflictingServerValue: event.conflictingServerValue
})

/** The kind of reason why a submission was rejected; undefined if it was not. */
export const rejectionCodeOf = ({ status, rejectionReason }: Outcome): RejectionCode | undefined =>
  status === "rejected" ? rejectionCode(rejectionReason ?? "") : undefined

export const outcomeOfDecision = (decision: Decision): Outcome => {
  if (decision.status === "no_change") return noChange
  const outcome = outcomeOfEvent(decision.event)
  return decision.status === "applied"
    ? outcome
    : { ...outcome, conflictingServerValue: decision.conflictingServerValue }
}
