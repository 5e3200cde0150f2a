import { HashMap, Option, Schema, Struct } from "effect"
import { eventText } from "../../shared/words/Events.ts"
import { rejectionText } from "../../shared/words/Rejections.ts"
import { eventMembers } from "../ChangeNotification.ts"
import { EventData, FoldedEvent, LoggedEvent, type Touched } from "../Event.ts"
import { described } from "../entities/Documented.ts"
import { EntityId, EventPosition } from "../entities/Ids.ts"
import { boundedRejection } from "../events/BoundedRejection.ts"
import { restoreData } from "../events/RestoreData.ts"
import { EffectCode, type EventFact, effectIn, titlesOf } from "../Fact.ts"
import { noOrigin, Origin } from "../Provenance.ts"
import { Rejection, RejectionCode } from "../Rejection.ts"
import type { State } from "../state/State.ts"
import { eventDetails } from "./AppliedChange.ts"

/** An event as the history of an entity or the global history shows it. */
export const HistoryEntry = Schema.Struct({
  sequenceNumber: EventPosition,
  timestamp: eventMembers.timestamp,
  actorName: eventMembers.actorName,
  actorDisplayName: eventMembers.actorDisplayName,
  eventType: eventMembers.eventType,
  status: described("Whether the event was applied", Schema.Literals(["applied", "rejected"])),
  description: eventDetails.description,
  fieldName: eventMembers.fieldName,
  oldValue: described(
    "The value before, as text; null unless the event is an edit and an earlier event set this field",
    Schema.NullOr(Schema.String)
  ),
  newValue: described("The value after, as text; null in the same cases as `oldValue`", Schema.NullOr(Schema.String)),
  isTransitive: described(
    "Whether the entity was affected through another one, as an objective by the deletion of its principle",
    Schema.Boolean
  ),
  canReapply: described(
    "Whether the event can be submitted again; false for rejected and transitive ones",
    Schema.Boolean
  ),
  entityId: eventDetails.entityId,
  entityType: eventMembers.entityType,
  targetId: eventMembers.targetId,
  teamId: described(
    "The team concerned, which may be deleted; null for the whole strategy, or if there never was one",
    Schema.NullOr(EntityId)
  ),
  data: described("The submitted data; at most 2 KiB if the event was rejected", EventData),
  entityTitle: eventMembers.entityTitle,
  parentTitle: eventMembers.parentTitle,
  unit: eventMembers.unit,
  fact: eventDetails.fact,
  effect: described(
    "The effect of the event on this entity; null where the event is about it",
    Schema.NullOr(EffectCode)
  ),
  rejectionReason: described("The reason for a rejection, for people; null if applied", Schema.NullOr(Schema.String)),
  rejectionCode: described("The reason for a rejection, for programs; null if applied", Schema.NullOr(RejectionCode)),
  rejection: described(
    "The reason for a rejection: a code, and the values in `rejectionReason`; null if applied",
    Schema.NullOr(Rejection)
  ),
  ...Origin.fields
}).annotate({ identifier: "HistoryEntry" })
export type HistoryEntry = typeof HistoryEntry.Type

/** The parts of an event that its entry is made of. */
export const HistoryEvent = Schema.Struct({
  ...Struct.omit(FoldedEvent.fields, ["effect"]),
  ...Struct.pick(LoggedEvent.fields, [
    "actorId",
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
  /** What the user who made the event is called now. */
  readonly actorDisplayName?: string | null
}

/** The entry in an entity's history or in the global one. */
export const historyEntry = (
  logged: HistoryEvent,
  { touched, own, teamId, origin = noOrigin, actorDisplayName = null }: HistoryContext
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
    actorDisplayName,
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
