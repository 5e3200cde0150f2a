import { HashMap, Option, Schema, Struct } from "effect"
import { eventText } from "../../shared/words/Events.ts"
import { rejectionText } from "../../shared/words/Rejections.ts"
import { EntityType, EventData, EventType, FoldedEvent, LoggedEvent, type Touched } from "../Event.ts"
import { EntityId, SequenceNumber } from "../entities/Ids.ts"
import { boundedRejection } from "../events/BoundedRejection.ts"
import { restoreData } from "../events/RestoreData.ts"
import { EffectCode, EventFact, effectIn, titlesOf } from "../Fact.ts"
import { noOrigin, Origin } from "../Provenance.ts"
import { Rejection, RejectionCode } from "../Rejection.ts"
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
  /** What it did, made of the facts below, as the end of a sentence that begins with who did it. */
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
  /** The entity's title or name right after the event, or before a deletion; null if it is not about a known one. */
  entityTitle: Schema.NullOr(Schema.String),
  /** The title or name that the entity's parent had then. */
  parentTitle: Schema.NullOr(Schema.String),
  /** That of a progress measure then. */
  unit: Schema.NullOr(Schema.String),
  /** What else was so then. */
  fact: Schema.NullOr(EventFact),
  /** How the event affected the entity of this history; null where it is about it. */
  effect: Schema.NullOr(EffectCode),
  /** Why it was rejected, in words and in values. */
  rejectionReason: Schema.NullOr(Schema.String),
  rejectionCode: Schema.NullOr(RejectionCode),
  rejection: Schema.NullOr(Rejection),
  ...Origin.fields
}).annotate({ identifier: "HistoryEntry" })
export type HistoryEntry = typeof HistoryEntry.Type

/** The parts of an event that its entry is made of. */
export const HistoryEvent = Schema.Struct({
  ...Struct.omit(FoldedEvent.fields, ["effect"]),
  ...Struct.pick(LoggedEvent.fields, [
    "rejection",
    "fact",
    "entityId",
    "entityType",
    "previousSequence",
    "oldValue",
    "newValue"
  ])
})
export type HistoryEvent = typeof HistoryEvent.Type

/** An entry of a history. */
export interface HistoryRow {
  readonly event: HistoryEvent
  /** How it affected the entity of the history; null in the history of the whole log, or where that is not recorded. */
  readonly touched: Touched | null
  /** What was so then about the event's own entity. */
  readonly own: EventFact | null
}

/** The team that an event concerns. `state` is the state after the event or any later one. */
export const teamOfEvent = (event: HistoryEvent, { entities }: State): EntityId | null => {
  const restored = Option.getOrUndefined(restoreData(event))?.teamId ?? null
  const id = event.entityId ?? event.targetId ?? restored
  const ref = id === null ? Option.none() : HashMap.get(entities, id)
  return Option.isNone(ref) ? null : ref.value.teamId
}

/** How the history's entity was affected; `own` is the event's fact about its own entity. */
export interface HistoryContext {
  /** Null in the global history or if no association was recorded. */
  readonly touched: Touched | null
  readonly own: EventFact | null
  readonly teamId: EntityId | null
  readonly origin?: Origin | undefined
}

/** The entry in an entity's history or in the global one. */
export const historyEntry = (
  logged: HistoryEvent,
  { touched, own, teamId, origin = noOrigin }: HistoryContext
): HistoryEntry => {
  // Older versions stored rejected events whole.
  const event = logged.status === "rejected" ? boundedRejection(logged) : logged
  const isTransitive = touched?.transitive ?? false
  const fieldName = isTransitive ? null : event.fieldName
  const hasValues = fieldName !== null && event.previousSequence !== null
  const fact = event.fact ?? own
  const effect = effectIn(touched)
  const rejection = event.rejection ?? null
  return {
    sequenceNumber: event.sequenceNumber,
    timestamp: event.timestamp,
    actorName: event.actorName,
    eventType: event.eventType,
    status: event.status,
    description: eventText({ ...event, fact, effect }),
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
    ...titlesOf(fact),
    fact,
    effect,
    rejectionReason: rejection && rejectionText(rejection),
    rejectionCode: rejection?.code ?? null,
    rejection,
    ...{ tokenName: origin.tokenName, changeSet: origin.changeSet, undoes: origin.undoes }
  }
}
