import { Schema, Struct } from "effect"
import { entityTypes, eventTypes } from "../shared/EventTypes.ts"
import { EntityId, SequenceNumber, UserId } from "./entities/Ids.ts"

/** In the contract's order; the definitions of all of them are in `EventTable`. */
export const EventType = Schema.Literals(eventTypes)
export type EventType = typeof EventType.Type

/** JSON object: `data` of a submission as it came, or of an event as it was kept. */
export const EventData = Schema.Record(Schema.String, Schema.Json)
export type EventData = typeof EventData.Type

export const EntityType = Schema.Literals(entityTypes)

/**
 * One event of the log, as it was decided. `data` is complete: text normalised, defaults filled in, the new entity's `id`
 * in it, so that folding needs nothing else. A rejected event keeps the data as submitted, as far as `Limits.rejection` allows.
 */
export const LoggedEvent = Schema.Struct({
  sequenceNumber: SequenceNumber,
  /** Made by the server per submission; tells whether a commit of unknown outcome took place. */
  submissionId: Schema.String,
  /** ISO 8601 UTC with milliseconds. */
  timestamp: Schema.String,
  actorId: UserId,
  actorName: Schema.String,
  eventType: EventType,
  /** As submitted: the parent of a create event. */
  targetId: Schema.NullOr(EntityId),
  data: EventData,
  /** As submitted: what the conflict rule was judged by. */
  lastSeenSequence: Schema.NullOr(Schema.Number),
  status: Schema.Literals(["applied", "rejected"]),
  rejectionReason: Schema.NullOr(Schema.String),
  /** Set on conflict rejections only. */
  conflictingServerValue: Schema.NullOr(Schema.String),
  /** The entity the event is about: the new one of a create event. Null when it never existed. */
  entityId: Schema.NullOr(EntityId),
  entityType: Schema.NullOr(EntityType),
  /** Set on field edits, rejected ones included. */
  fieldName: Schema.NullOr(Schema.String),
  /** The latest earlier applied event that set the same field of the same entity. */
  previousSequence: Schema.NullOr(SequenceNumber),
  /** Value of the field before and after as text; null where it is no field edit, or its data broke a rule. */
  oldValue: Schema.NullOr(Schema.String),
  newValue: Schema.NullOr(Schema.String),
  /** What happened, in words. */
  description: Schema.String
})
export type LoggedEvent = typeof LoggedEvent.Type

/** As much of an event as folding it needs. */
export const FoldedEvent = Schema.Struct(
  Struct.pick(LoggedEvent.fields, [
    "sequenceNumber",
    "timestamp",
    "actorName",
    "eventType",
    "targetId",
    "data",
    "status",
    "fieldName"
  ])
)
export type FoldedEvent = typeof FoldedEvent.Type

/** One accepted envelope with its actor: what `decide` judges. */
export interface Submission {
  readonly submissionId: string
  readonly timestamp: string
  readonly actorId: UserId
  readonly actorName: string
  readonly eventType: EventType
  readonly targetId: EntityId | null
  readonly data: EventData
  readonly lastSeenSequence: number | null
  /** `data` is that of an applied event in the log: its shape is checked, today's rules for texts are not. */
  readonly isKept?: boolean
  /** The id of the entity a create event makes, unless its data brings one. */
  readonly freshId: EntityId
}

/** What a submission comes to. `event` carries the next sequence number; `no_change` leaves no trace. */
export type Decision =
  | { readonly status: "applied"; readonly event: LoggedEvent }
  | {
      readonly status: "rejected"
      /** With no more of what was submitted than the log keeps: see `Limits.rejection`. */
      readonly event: LoggedEvent
      /** All of it: whoever submitted is to choose between this value and their own. */
      readonly conflictingServerValue: string | null
    }
  | { readonly status: "no_change" }

/** An entity an event affected: directly, or as a consequence. */
export const Touched = Schema.Struct({
  entityId: EntityId,
  entityType: EntityType,
  transitive: Schema.Boolean,
  /** What it meant for a transitively affected entity; null where the event's own description says it. */
  description: Schema.NullOr(Schema.String)
})
export type Touched = typeof Touched.Type

/** What an event did beyond the new state. */
export interface Effects {
  /** Each entity once; the entity the event is about comes first. */
  readonly touched: ReadonlyArray<Touched>
  readonly teamIds: ReadonlyArray<EntityId>
}
