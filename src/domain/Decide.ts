import type { Decision, LoggedEvent, Submission } from "./Event.ts"
import { spaced } from "./entities/Wording.ts"
import { eventTable } from "./events/EventTable.ts"
import { noPast, type Past } from "./events/Past.ts"
import { bounded } from "./events/Rejection.ts"
import type { State } from "./state/State.ts"

/**
 * What a submission comes to in a state. Judged in this order: target, data and limits, equality with the current value,
 * conflict. The role is not judged here. `past` is to answer for the submission's `restoreTarget` if that lies below the
 * head; where it does not, the submission is rejected.
 */
export const decide = (state: State, submission: Submission, past: Past = noPast): Decision => {
  const verdict = eventTable[submission.eventType].judge(state, submission, past)
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
    rejectionReason: isApplied ? null : verdict.reason,
    conflictingServerValue: isApplied ? null : verdict.conflictingServerValue,
    entityId,
    entityType,
    fieldName,
    previousSequence,
    oldValue,
    newValue,
    description: isApplied ? verdict.description : `${spaced(eventType)} rejected: ${verdict.reason}`
  }
  if (isApplied) return { status: "applied", event }
  return { status: "rejected", event: bounded(event), conflictingServerValue: verdict.conflictingServerValue }
}
