import type { Decision, LoggedEvent, Submission } from "./Event.ts"
import { effectOf } from "./EventEffects.ts"
import { boundedRejection } from "./events/BoundedRejection.ts"
import { rejected, type Verdict } from "./events/EventDefinition.ts"
import { eventTable } from "./events/EventTable.ts"
import { guardRefusal } from "./Guards.ts"
import type { State } from "./state/State.ts"

/** What the rules of its type say, and whether an applied one would take along what somebody has changed since. */
const verdictOf = (state: State, submission: Submission): Verdict => {
  const verdict = eventTable[submission.eventType].decide(state, submission)
  const refusal = verdict.status === "applied" ? guardRefusal(state, submission) : null
  return refusal === null ? verdict : rejected(state, submission, refusal)
}

/**
 * Decides what a submission leads to in a state. The checks are made in this order: target, data and limits, equality
 * with the current value, conflict. The caller has checked the role.
 */
export const decide = (state: State, submission: Submission): Decision => {
  const verdict = verdictOf(state, submission)
  if (verdict.status === "no_change") return verdict
  const { submissionId, timestamp, actorId, actorName, eventType, targetId, lastSeenSequence } = submission
  const { entityId, entityType, fieldName, previousSequence, oldValue, newValue } = verdict
  const isApplied = verdict.status === "applied"
  const event: LoggedEvent = {
    sequenceNumber: state.sequenceNumber + 1,
    submissionId,
    timestamp,
    actorId,
    actorName,
    eventType,
    targetId,
    data: isApplied ? verdict.data : submission.data,
    lastSeenSequence,
    status: verdict.status,
    rejectionReason: isApplied ? null : verdict.rejection.code,
    conflictingServerValue: isApplied ? null : verdict.conflictingServerValue,
    entityId,
    entityType,
    fieldName,
    previousSequence,
    oldValue,
    newValue,
    description: ""
  }
  if (verdict.status === "applied") {
    const { change, fact } = verdict
    const beside = { ...(change && { effect: effectOf(state, event, change) }), ...(fact && { fact }) }
    return { status: "applied", event: { ...event, ...beside } }
  }
  const { rejection, conflictingServerValue } = verdict
  return { status: "rejected", event: { ...boundedRejection(event), rejection }, conflictingServerValue }
}
