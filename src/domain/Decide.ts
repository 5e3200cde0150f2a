import type { Decision, LoggedEvent, Submission } from "./Event.ts"
import { effectOf } from "./EventEffects.ts"
import { withSpaces } from "./entities/Wording.ts"
import { rejected } from "./events/EventDefinition.ts"
import { eventTable } from "./events/EventTable.ts"
import { boundedRejection } from "./events/Rejection.ts"
import { laterChange, laterChangeText } from "./LaterChange.ts"
import type { State } from "./state/State.ts"

/** Why a deletion with a guard would take along what others changed; null if it would not. */
const guardRefusal = (state: State, { targetId, guard }: Submission): string | null => {
  if (guard === undefined || targetId === null) return null
  const later = laterChange(state, targetId, ({ version }) => version <= guard.seen || guard.own.has(version))
  return later === undefined ? null : `conflict: ${laterChangeText(later)}`
}

/**
 * Decides what a submission leads to in a state. The checks are made in this order: target, data and limits, equality
 * with the current value, conflict. The caller has checked the role.
 */
export const decide = (state: State, submission: Submission): Decision => {
  const refusal = guardRefusal(state, submission)
  const verdict =
    refusal === null ? eventTable[submission.eventType].decide(state, submission) : rejected(state, submission, refusal)
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
    description: isApplied ? verdict.description : `${withSpaces(eventType)} rejected: ${verdict.reason}`
  }
  if (verdict.status === "applied") {
    const { change } = verdict
    return {
      status: "applied",
      event: change === undefined ? event : { ...event, effect: effectOf(state, event, change) }
    }
  }
  return { status: "rejected", event: boundedRejection(event), conflictingServerValue: verdict.conflictingServerValue }
}
