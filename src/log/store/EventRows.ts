import { PgTypes } from "@effect/sql-pg"
import { Predicate, Schema, Struct } from "effect"
import { type EventData, type EventEffect, LoggedEvent, Touched } from "../../domain/Event.ts"
import { SequenceNumber, UserId } from "../../domain/entities/Ids.ts"
import { Outcome } from "../../domain/Outcome.ts"
import { Rejection } from "../../domain/Rejection.ts"
import { HistoryEvent } from "../../domain/views/History.ts"
import type { Channel } from "../../sql/Listener.ts"
import { rowDecoder } from "../../sql/RowDecoder.ts"
import { arrayParameter, isoTime } from "../../sql/Values.ts"
import { ChainedEvent, ChainedFoldedEvent } from "./EventHash.ts"
import type { KeyedOutcome } from "./EventStore.ts"

/** When the event happened, in ISO 8601 UTC with milliseconds. */
export const timestampColumn = isoTime("e.occurred_at", "timestamp")

/**
 * The columns of `events`, each under the name and in the form of the key of `ChainedEvent`. Of an effect only the size in bytes
 * is read with the rest, because it may be large.
 */
const columns: { readonly [Key in keyof ChainedEvent]-?: string } = {
  sequenceNumber: 'e.sequence_number::float8 AS "sequenceNumber"',
  submissionId: 'e.submission_id AS "submissionId"',
  timestamp: timestampColumn,
  actorId: 'e.actor_id AS "actorId"',
  actorName: 'e.actor_name AS "actorName"',
  eventType: 'e.event_type AS "eventType"',
  targetId: 'e.target_id AS "targetId"',
  data: "e.data",
  lastSeenSequence: 'e.last_seen_sequence AS "lastSeenSequence"',
  status: "e.status",
  rejectionReason: 'e.rejection_reason AS "rejectionReason"',
  conflictingServerValue: 'e.conflicting_server_value AS "conflictingServerValue"',
  entityId: 'e.entity_id AS "entityId"',
  entityType: 'e.entity_type AS "entityType"',
  fieldName: 'e.field_name AS "fieldName"',
  previousSequence: 'e.previous_sequence::float8 AS "previousSequence"',
  oldValue: 'e.old_value AS "oldValue"',
  newValue: 'e.new_value AS "newValue"',
  description: "e.description",
  rejection: "e.rejection",
  fact: "e.fact",
  effect: "pg_column_size(e.effect) AS effect",
  hash: "e.hash"
}

const columnsOf = (fields: { readonly [Key in keyof ChainedEvent]?: Schema.Top }): string =>
  Struct.keys(fields)
    .map((key) => columns[key])
    .join(", ")

export const foldedEventColumns = columnsOf(ChainedFoldedEvent.fields)

/** The value of a `json` column, which must be an object. */
const JsonObject = Schema.declare((value): value is EventData => Predicate.isObject(value))

const effectSize = Schema.NullOr(Schema.Number)

/** Checks only the shape of rows, for speed. Ids and the like were validated by the columns' types and when written. */
export const decodeFoldedEvents = rowDecoder(
  Schema.Array(Schema.toType(Schema.Struct({ ...ChainedFoldedEvent.fields, data: JsonObject, effect: effectSize }))),
  { disableChecks: true }
)

const eventFields = Struct.omit(ChainedEvent.fields, ["effect"])

export const eventColumns = columnsOf(eventFields)

export const decodeEvents = rowDecoder(Schema.Array(Schema.Struct(eventFields)))

export const sizedEventColumns = columnsOf(ChainedEvent.fields)

export const decodeSizedEvents = rowDecoder(Schema.Array(Schema.Struct({ ...eventFields, effect: effectSize })))

/** The shape of an effect is that of the release that wrote it. */
const StoredEffect = Schema.declare((value): value is EventEffect => Predicate.isObject(value))

export const decodeEffects = rowDecoder(
  Schema.Array(Schema.Struct({ sequenceNumber: SequenceNumber, effect: StoredEffect }))
)

export const decodeAssociations = rowDecoder(
  Schema.Array(Schema.Struct({ ...Touched.fields, sequenceNumber: SequenceNumber }))
)

export const decodeRestores = rowDecoder(
  Schema.Array(
    Schema.Struct({
      sequenceNumber: SequenceNumber,
      target: SequenceNumber
    })
  )
)

/** An event with its association; the association's columns are null where there is none. */
const HistoryColumns = Schema.Struct({
  ...HistoryEvent.fields,
  data: JsonObject,
  touchedId: Schema.NullOr(Touched.fields.entityId),
  touchedType: Schema.NullOr(Touched.fields.entityType),
  touchedTransitive: Schema.NullOr(Touched.fields.transitive),
  touchedFact: Touched.fields.fact,
  own: Touched.fields.fact,
  /** The total size of this event and all newer ones on its page. */
  bytesUpTo: Schema.Number
})

/** The approximate size of an event's row in bytes: its long columns, and 512 for the rest. */
export const eventBytesExpression = `(octet_length(e.data::text)
  + coalesce(octet_length(e.old_value), 0) + coalesce(octet_length(e.new_value), 0) + 512)`

/** The columns of `HistoryColumns`. */
export const historyColumns = `${columnsOf(HistoryEvent.fields)},
  touched_id AS "touchedId",
  touched_type AS "touchedType",
  touched_transitive AS "touchedTransitive",
  touched_fact AS "touchedFact",
  own.fact AS own,
  e.bytes_up_to::float8 AS "bytesUpTo"`

/** Checks only the shape of rows, as `decodeFoldedEvents` does. */
export const decodeHistory = rowDecoder(Schema.Array(Schema.toType(HistoryColumns)), { disableChecks: true })

export const decodeStamps = rowDecoder(
  Schema.Array(Schema.Struct(Struct.pick(LoggedEvent.fields, ["sequenceNumber", "timestamp", "actorId", "actorName"])))
)

export const Head = Schema.Struct({ epoch: Schema.String, sequenceNumber: SequenceNumber })
export const decodeHead = rowDecoder(Schema.Tuple([Head]))
export const decodeServerStart = rowDecoder(
  Schema.Tuple([Schema.Struct({ ...Head.fields, writer: Schema.String, mayNotify: Schema.Boolean })])
)

const OutcomeColumns = Schema.Struct({
  actorId: UserId,
  idempotencyKey: Schema.String,
  requestHash: Schema.String,
  sequenceNumber: SequenceNumber,
  status: Outcome.fields.status,
  rejection: Schema.NullOr(Rejection),
  previousValue: Outcome.fields.previousValue,
  conflictingServerValue: Outcome.fields.conflictingServerValue
})
/** Columns of `outcomes` under the names of `OutcomeColumns`. */
export const outcomeColumns = `
  o.actor_id AS "actorId",
  o.idempotency_key AS "idempotencyKey",
  o.request_hash AS "requestHash",
  o.sequence_number::float8 AS "sequenceNumber",
  o.status,
  CASE o.status WHEN 'rejected' THEN (
    SELECT r.rejection FROM events r WHERE r.sequence_number = o.sequence_number
  ) END AS rejection,
  o.previous_value AS "previousValue",
  o.conflicting_server_value AS "conflictingServerValue"`

export const decodeOutcomes = rowDecoder(Schema.Array(OutcomeColumns))

export const keyedOutcome = ({
  actorId,
  idempotencyKey,
  requestHash,
  ...outcome
}: typeof OutcomeColumns.Type): KeyedOutcome => ({ actorId, idempotencyKey, requestHash, outcome })

/** A `text[]` parameter, which the statement casts to the type it needs. */
export const textArrayParameter = (values: ReadonlyArray<string | number | boolean | null>): PgTypes.Parameter =>
  arrayParameter(
    values.map((_) => (_ === null ? null : String(_))),
    PgTypes.OID.text
  )

/** On this channel servers announce the new head of the log and who wrote it. */
export const logChannel: Channel = "strategy_log"

/** `epoch:sequence number:writer` */
const notificationPattern = /^[^:]+:(\d{1,15}):([^:]+)$/

/** Undefined for a payload that is not a notification of an append. */
export const parseNotification = (
  payload: string
): { readonly sequenceNumber: number; readonly writer: string } | undefined => {
  const [, sequenceNumber, writer] = notificationPattern.exec(payload) ?? []
  return writer === undefined ? undefined : { sequenceNumber: Number(sequenceNumber), writer }
}
