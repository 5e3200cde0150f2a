import { HashMap, Option, Schema, Struct } from "effect"
import { EntityType, EventData, EventType, FoldedEvent, LoggedEvent, type Touched } from "../Event.ts"
import { EntityId, SequenceNumber } from "../entities/Ids.ts"
import { boundedRejectionParts } from "../events/Rejection.ts"
import { restoreData } from "../events/RestoreData.ts"
import { ChangeSetRef, type Origin } from "../Provenance.ts"
import type { State } from "../state/State.ts"

/** An event as the history of an entity or the global history shows it. */
export const HistoryEntry = Schema.Struct({
  sequenceNumber: SequenceNumber,
  /** ISO 8601 UTC. */
  timestamp: Schema.String,
  /** Username at that time. */
  actorName: Schema.String,
  eventType: EventType,
  status: Schema.Literals(["applied", "rejected"]),
  description: Schema.String,
  fieldName: Schema.NullOr(Schema.String),
  /** Like `newValue`, null unless the event is a field edit and an earlier event set the same field. */
  oldValue: Schema.NullOr(Schema.String),
  newValue: Schema.NullOr(Schema.String),
  /** Whether the entity was affected by way of another entity. */
  isTransitive: Schema.Boolean,
  canReapply: Schema.Boolean,
  /** The entity that the event is about: for a create event the new one. */
  entityId: Schema.NullOr(EntityId),
  entityType: Schema.NullOr(EntityType),
  /** As submitted; a create event names the parent here. */
  targetId: Schema.NullOr(EntityId),
  /** The team concerned, which may be deleted; null for the whole strategy, or if no known entity is named. */
  teamId: Schema.NullOr(EntityId),
  data: EventData,
  rejectionReason: Schema.NullOr(Schema.String),
  /** The name of the token that the event came with; absent for events by a session. */
  tokenName: Schema.optionalKey(Schema.String),
  /** The change set that the event belongs to; absent for events that belong to none. */
  changeSet: Schema.optionalKey(ChangeSetRef),
  /** The sequence number of the event that it takes back; absent for other events. */
  undoes: Schema.optionalKey(SequenceNumber)
}).annotate({ identifier: "HistoryEntry" })
export type HistoryEntry = typeof HistoryEntry.Type

/** The parts of an event that its entry is made of. */
export const HistoryEvent = Schema.Struct({
  ...Struct.omit(FoldedEvent.fields, ["effect"]),
  ...Struct.pick(LoggedEvent.fields, [
    "rejectionReason",
    "entityId",
    "entityType",
    "previousSequence",
    "oldValue",
    "newValue",
    "description"
  ])
})
export type HistoryEvent = typeof HistoryEvent.Type

/** The team that an event concerns. `state` is the state after the event or any later one. */
export const teamOfEvent = (event: HistoryEvent, { entities }: State): EntityId | null => {
  const restored = Option.getOrUndefined(restoreData(event))?.teamId ?? null
  const id = event.entityId ?? event.targetId ?? restored
  const ref = id === null ? Option.none() : HashMap.get(entities, id)
  return Option.isNone(ref) ? null : ref.value.teamId
}

const originMembers = ({ tokenName, changeSet, undoes }: Origin) => ({
  ...(tokenName === null ? undefined : { tokenName }),
  ...(changeSet === null ? undefined : { changeSet }),
  ...(undoes === null ? undefined : { undoes })
})

/** The entry in an entity's history; `touched` is null in the global history or if no association was recorded. */
export const historyEntry = (
  logged: HistoryEvent,
  touched: Touched | null,
  teamId: EntityId | null,
  origin?: Origin
): HistoryEntry => {
  // Older versions stored rejected events whole.
  const event = logged.status === "rejected" ? boundedRejectionParts(logged) : logged
  const isTransitive = touched?.transitive ?? false
  const fieldName = isTransitive ? null : event.fieldName
  const hasValues = fieldName !== null && event.previousSequence !== null
  return {
    sequenceNumber: event.sequenceNumber,
    timestamp: event.timestamp,
    actorName: event.actorName,
    eventType: event.eventType,
    status: event.status,
    description: (isTransitive ? touched?.description : null) ?? event.description,
    fieldName,
    oldValue: hasValues ? event.oldValue : null,
    newValue: hasValues ? event.newValue : null,
    isTransitive,
    canReapply: !isTransitive && event.status === "applied",
    entityId: event.entityId,
    entityType: event.entityType,
    targetId: event.targetId,
    teamId,
    data: event.data,
    rejectionReason: event.rejectionReason,
    ...(origin && originMembers(origin))
  }
}
