import { HashMap, Option, Schema } from "effect"
import { EntityType, EventData, EventType, type LoggedEvent, type Touched } from "../Event.ts"
import { EntityId, SequenceNumber } from "../entities/Ids.ts"
import { restoreData } from "../events/Past.ts"
import { bounded } from "../events/Rejection.ts"
import type { State } from "../state/State.ts"

/** An event as the history of an entity, or of everything, shows it. */
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
  /** With `newValue`: set for field edits when an earlier event set the same field. */
  oldValue: Schema.NullOr(Schema.String),
  newValue: Schema.NullOr(Schema.String),
  /** A consequence of what was done to another entity. */
  isTransitive: Schema.Boolean,
  canReapply: Schema.Boolean,
  /** What the event itself is about: the new entity of a create event. */
  entityId: Schema.NullOr(EntityId),
  entityType: Schema.NullOr(EntityType),
  /** As submitted: the parent of a create event. */
  targetId: Schema.NullOr(EntityId),
  /** The team it is about or happened in, though it may be deleted; null for the whole strategy, and if there is none. */
  teamId: Schema.NullOr(EntityId),
  data: EventData,
  rejectionReason: Schema.NullOr(Schema.String)
}).annotate({ identifier: "HistoryEntry" })
export type HistoryEntry = typeof HistoryEntry.Type

/** `state` is any state from this event on. */
export const teamOf = (event: LoggedEvent, { entities }: State): EntityId | null => {
  const restored = Option.getOrUndefined(restoreData(event))?.teamId ?? null
  const id = event.entityId ?? event.targetId ?? restored
  const ref = id === null ? Option.none() : HashMap.get(entities, id)
  return Option.isNone(ref) ? null : ref.value.teamId
}

/** The entry for one affected entity; `touched` is null where the log is shown for no entity, or nothing was recorded. */
export const historyEntry = (logged: LoggedEvent, touched: Touched | null, teamId: EntityId | null): HistoryEntry => {
  // Older logs have rejected events with all that was submitted.
  const event = logged.status === "rejected" ? bounded(logged) : logged
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
    rejectionReason: event.rejectionReason
  }
}
