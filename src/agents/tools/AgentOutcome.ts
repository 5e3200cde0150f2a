import { Schema } from "effect"
import { described } from "../../domain/entities/Documented.ts"
import { type Outcome, SubmissionStatus } from "../../domain/Outcome.ts"
import { truncated } from "../../shared/Quoted.ts"
import { maxValueLength } from "./Definition.ts"

/** The answer to a submission, with the beginning of long values. */
export const AgentOutcome = Schema.Struct({
  sequenceNumber: described("The event's place in the log; 0 for no_change", Schema.Int),
  status: described(
    "rejected: see rejectionReason; where conflictingServerValue is set somebody changed the field, which has that value now. no_change: it was so already",
    SubmissionStatus
  ),
  rejectionReason: Schema.NullOr(Schema.String),
  previousValue: Schema.NullOr(Schema.String),
  conflictingServerValue: Schema.NullOr(Schema.String)
})

const shortened = (value: string | null) => value && truncated(value, maxValueLength)

export const agentOutcome = <O extends Outcome>(outcome: O): O => ({
  ...outcome,
  previousValue: shortened(outcome.previousValue),
  conflictingServerValue: shortened(outcome.conflictingServerValue)
})

/** Why a check-in did not happen, and what to do. */
export const checkInRefusal = (measureId: string, { rejectionReason, conflictingServerValue }: Outcome): string => {
  const advice =
    conflictingServerValue === null
      ? ""
      : ` The value is ${conflictingServerValue} now: read the objective again, and ask the user before you replace it.`
  return `Nothing was recorded for measureId ${measureId}: ${rejectionReason}.${advice}`
}
