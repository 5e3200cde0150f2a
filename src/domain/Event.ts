import { Schema, Struct } from "effect"
import { entityTypes, eventTypes, insteadOfRetired, isRetired, loggedTypes } from "../shared/EventTypes.ts"
import { documentedAs } from "./entities/Documented.ts"
import { EntityId, SequenceNumber, UserId } from "./entities/Ids.ts"
import { EventFact, Fact } from "./Fact.ts"
import { Rejection } from "./Rejection.ts"
import type { State } from "./state/State.ts"
import { StructuralChange } from "./state/StructuralChange.ts"

/** The types of submissions. Their definitions are in `EventTable`. */
export const EventType = Schema.Literals(eventTypes)
export type EventType = typeof EventType.Type

/** A type that a request names. The refusal of a retired one names the type that took its place. */
export const requestedType = (rule: string) =>
  Schema.String.annotate({ message: rule })
    .check(
      documentedAs(() => ({ enum: [...eventTypes] })),
      Schema.makeFilter((type: string) => !isRetired(type) || `${rule}${insteadOfRetired(type)}`)
    )
    .pipe(Schema.decodeTo(EventType.annotate({ message: rule })))

/** The types of events in logs, those of version 1 too. */
export const LoggedType = Schema.Literals(loggedTypes)
export type LoggedType = typeof LoggedType.Type

/** The `data` of a submission as it was sent, or of an event as the log stores it. */
export const EventData = Schema.Record(Schema.String, Schema.Json)
export type EventData = typeof EventData.Type

export const EntityType = Schema.Literals(entityTypes)

/** An entity that an event affected, directly or transitively. */
export const Touched = Schema.Struct({
  entityId: EntityId,
  entityType: EntityType,
  transitive: Schema.Boolean,
  /** What was so then, or how the event affected the entity; null for the parent of what it created. */
  fact: Schema.NullOr(Fact)
})
export type Touched = typeof Touched.Type

/** What an event made of a team: `team` is null for one that went, and the whole team for one that came. */
export const TeamEffect = Schema.Struct({
  id: EntityId,
  team: Schema.optionalKey(Schema.NullOr(Schema.Record(Schema.String, Schema.Json))),
  change: Schema.optionalKey(StructuralChange)
})
export type TeamEffect = typeof TeamEffect.Type

/**
 * What came of an event that goes back to an earlier state: each team that changed, as it is afterwards, and the entities
 * that were touched besides the event's own. It is kept beside the event, so that folding never looks back.
 */
export const EventEffect = Schema.Struct({ teams: Schema.Array(TeamEffect), touched: Schema.Array(Touched) })
export type EventEffect = typeof EventEffect.Type

/**
 * One event of the log. The `data` of an applied event is complete (text is normalised, defaults are filled in, a new
 * entity's `id` is in it), so that folding needs nothing else. A rejected event has the data as submitted, cut to
 * `Limits.rejection`.
 */
export const LoggedEvent = Schema.Struct({
  sequenceNumber: SequenceNumber,
  /** The server makes one per submission, to find out whether a commit of unknown outcome took place. */
  submissionId: Schema.String,
  /** ISO 8601 UTC with milliseconds. */
  timestamp: Schema.String,
  actorId: UserId,
  actorName: Schema.String,
  eventType: LoggedType,
  /** As submitted; a create event names the parent here. */
  targetId: Schema.NullOr(EntityId),
  data: EventData,
  /** As submitted; the conflict rule compares it with the field's version. */
  lastSeenSequence: Schema.NullOr(Schema.Number),
  status: Schema.Literals(["applied", "rejected"]),
  /** The code of `rejection`; of version 1 a phrase for people, which nothing reads. */
  rejectionReason: Schema.NullOr(Schema.String),
  /** Null unless the event was rejected for a conflict. */
  conflictingServerValue: Schema.NullOr(Schema.String),
  /** The entity that the event is about: for a create event the new one. Null when it never existed. */
  entityId: Schema.NullOr(EntityId),
  entityType: Schema.NullOr(EntityType),
  /** Null unless the event is a field edit, applied or rejected. */
  fieldName: Schema.NullOr(Schema.String),
  /** The latest earlier applied event that set the same field of the same entity. */
  previousSequence: Schema.NullOr(SequenceNumber),
  /** The field's value before and after, as text; null unless the event is a field edit with valid data. */
  oldValue: Schema.NullOr(Schema.String),
  newValue: Schema.NullOr(Schema.String),
  /** Of version 1 a phrase for people, which nothing reads; empty since. */
  description: Schema.String,
  /** Not covered by the hash. Absent or null unless the event was applied and went back to an earlier state. */
  effect: Schema.optionalKey(Schema.NullOr(EventEffect)),
  /** Not covered by the hash. Absent or null unless the event was rejected. */
  rejection: Schema.optionalKey(Schema.NullOr(Rejection)),
  /** Not covered by the hash: what a restore went back to. The facts of other events are with their associations. */
  fact: Schema.optionalKey(Schema.NullOr(EventFact))
})
export type LoggedEvent = typeof LoggedEvent.Type

/** The parts of an event that folding needs. */
export const FoldedEvent = Schema.Struct(
  Struct.pick(LoggedEvent.fields, [
    "sequenceNumber",
    "timestamp",
    "actorName",
    "eventType",
    "targetId",
    "data",
    "status",
    "fieldName",
    "effect"
  ])
)
export type FoldedEvent = typeof FoldedEvent.Type

/** A decoded envelope and who sent it: the input of `decide`. */
export interface Submission {
  readonly submissionId: string
  readonly timestamp: string
  readonly actorId: UserId
  readonly actorName: string
  readonly eventType: LoggedType
  readonly targetId: EntityId | null
  readonly data: EventData
  /** The day of the submission where the service is, `YYYY-MM-DD`. */
  readonly today: string
  /** What was changed after it by somebody is not to be changed: the submission is refused, a return leaves it alone. */
  readonly lastSeenSequence: number | null
  /** `data` comes from an applied event of a log, so its shape is checked, but not today's rules for texts. */
  readonly isFromLog?: boolean
  /** The state that a restore or a return goes back to; without it, such a submission is rejected. */
  readonly earlier?: State | undefined
  /** A create event gives this id to the new entity, unless its data has an id. */
  readonly freshId: EntityId
}

/** The result of deciding a submission. `event` has the next sequence number; `no_change` writes nothing to the log. */
export type Decision =
  | { readonly status: "applied"; readonly event: LoggedEvent }
  | {
      readonly status: "rejected"
      /** The event as the log stores it: cut to `Limits.rejection`. */
      readonly event: LoggedEvent
      /** The whole value, since the user chooses between it and their own. */
      readonly conflictingServerValue: string | null
    }
  | { readonly status: "no_change" }

/** The consequences of an event that are not part of the state. */
export interface Effects {
  /** Each entity appears once; the entity that the event is about comes first. */
  readonly touched: ReadonlyArray<Touched>
  readonly teamIds: ReadonlyArray<EntityId>
}
