import { PgTypes } from "@effect/sql-pg"
import { Result, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { Touched } from "../domain/Event.ts"
import { SequenceNumber, UserId } from "../domain/Ids.ts"
import { Outcome } from "../domain/Outcome.ts"
import type { Channel } from "../sql/Listener.ts"
import type { Association } from "./Association.ts"
import { ChainedEvent } from "./EventHash.ts"
import type { Addition, KeyedOutcome } from "./EventStore.ts"

/** When it happened, ISO 8601 UTC with milliseconds. */
export const timestampColumn = `to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "timestamp"`

/** Columns of `events` under the names and in the forms of `ChainedEvent`. */
export const eventColumns = `
  e.sequence_number::float8 AS "sequenceNumber",
  e.submission_id AS "submissionId",
  ${timestampColumn},
  e.actor_id AS "actorId",
  e.actor_name AS "actorName",
  e.event_type AS "eventType",
  e.target_id AS "targetId",
  e.data,
  e.last_seen_sequence AS "lastSeenSequence",
  e.status,
  e.rejection_reason AS "rejectionReason",
  e.conflicting_server_value AS "conflictingServerValue",
  e.entity_id AS "entityId",
  e.entity_type AS "entityType",
  e.field_name AS "fieldName",
  e.previous_sequence::float8 AS "previousSequence",
  e.old_value AS "oldValue",
  e.new_value AS "newValue",
  e.description,
  e.hash`

export const decodeEvents = Schema.decodeUnknownEffect(Schema.Array(ChainedEvent))

export const decodeAssociations = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ ...Touched.fields, sequenceNumber: SequenceNumber }))
)

export const decodeTargets = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ target: SequenceNumber })))

/** An event's row beside its association's; the latter's columns are null where there is none. */
const HistoryColumns = Schema.Struct({
  ...ChainedEvent.fields,
  touchedId: Schema.NullOr(Touched.fields.entityId),
  touchedType: Schema.NullOr(Touched.fields.entityType),
  touchedTransitive: Schema.NullOr(Touched.fields.transitive),
  touchedDescription: Touched.fields.description
})

export const historyColumns = `${eventColumns},
  a.entity_id AS "touchedId",
  a.entity_type AS "touchedType",
  a.transitive AS "touchedTransitive",
  a.description AS "touchedDescription"`

export const decodeHistory = Schema.decodeUnknownEffect(Schema.Array(HistoryColumns))

export const decodeLatest = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      entityId: Touched.fields.entityId,
      sequenceNumber: SequenceNumber,
      timestamp: Schema.String,
      actorName: Schema.String,
      description: Schema.String
    })
  )
)

export const Head = Schema.Struct({ epoch: Schema.String, sequenceNumber: SequenceNumber })
export const decodeHead = Schema.decodeUnknownEffect(Schema.Tuple([Head]))
export const decodeOpened = Schema.decodeUnknownEffect(
  Schema.Tuple([Schema.Struct({ ...Head.fields, writer: Schema.String })])
)

const OutcomeColumns = Schema.Struct({
  actorId: UserId,
  idempotencyKey: Schema.String,
  requestHash: Schema.String,
  ...Outcome.fields
})
/** Columns of `outcomes` under the names of `OutcomeColumns`. */
export const outcomeColumns = `
  o.actor_id AS "actorId",
  o.idempotency_key AS "idempotencyKey",
  o.request_hash AS "requestHash",
  o.sequence_number::float8 AS "sequenceNumber",
  o.status,
  o.rejection_reason AS "rejectionReason",
  o.previous_value AS "previousValue",
  o.conflicting_server_value AS "conflictingServerValue"`

export const decodeOutcomes = Schema.decodeUnknownEffect(Schema.Array(OutcomeColumns))

export const keyedOutcome = ({
  actorId,
  idempotencyKey,
  requestHash,
  ...outcome
}: typeof OutcomeColumns.Type): KeyedOutcome => ({ actorId, idempotencyKey, requestHash, outcome })

/** A `text[]` parameter; the statement casts it. (The codec fails for unknown element types only.) */
export const textArray = (values: ReadonlyArray<string | number | boolean | null>): PgTypes.Parameter =>
  Result.getOrThrow(
    PgTypes.array(
      values.map((_) => (_ === null ? null : String(_))),
      PgTypes.OID.text
    )
  )

/** Associations as rows of `associations`, without their generation. */
export const associationRows = (sql: SqlClient.SqlClient, associations: ReadonlyArray<Association>) => sql`
  unnest(
    ${textArray(associations.map((_) => _.entityId))}::uuid[],
    ${textArray(associations.map((_) => _.sequenceNumber))}::bigint[],
    ${textArray(associations.map((_) => _.entityType))}::text[],
    ${textArray(associations.map((_) => _.transitive))}::boolean[],
    ${textArray(associations.map((_) => _.description))}::text[]
  )`

/** Servers tell each other here how far the log goes and who wrote its end. */
export const channel: Channel = "strategy_log"

/** `epoch:sequence number:writer` */
const Notice = Schema.TemplateLiteralParser([Schema.String, ":", Schema.FiniteFromString, ":", Schema.String])

/** What a notification on the channel says. */
export const decodeNotice = Schema.decodeUnknownEffect(Notice)

/**
 * One statement that moves the head from `known` and writes the addition, or does neither: it gives a row exactly when
 * the head of this epoch stood at `known`. The head's row lock orders appends; its `WHERE` is judged again after a wait.
 */
export const insertAddition = (
  sql: SqlClient.SqlClient,
  { epoch, writer }: { readonly epoch: string; readonly writer: string },
  known: number,
  { events, associations, outcomes }: Addition
) =>
  sql`
    WITH moved AS (
      UPDATE log_head SET sequence_number = ${String(known + events.length)}::bigint
      WHERE log = 'main' AND epoch = ${epoch}::uuid AND sequence_number = ${String(known)}::bigint
      RETURNING epoch, sequence_number, generation
    ), written AS (
      INSERT INTO events
      SELECT e.* FROM moved, unnest(
        ${textArray(events.map((_) => _.sequenceNumber))}::bigint[],
        ${textArray(events.map((_) => _.submissionId))}::uuid[],
        ${textArray(events.map((_) => _.timestamp))}::timestamptz[],
        ${textArray(events.map((_) => _.actorId))}::uuid[],
        ${textArray(events.map((_) => _.actorName))}::text[],
        ${textArray(events.map((_) => _.eventType))}::text[],
        ${textArray(events.map((_) => _.targetId))}::uuid[],
        ${textArray(events.map((_) => JSON.stringify(_.data)))}::json[],
        ${textArray(events.map((_) => _.lastSeenSequence))}::float8[],
        ${textArray(events.map((_) => _.status))}::text[],
        ${textArray(events.map((_) => _.rejectionReason))}::text[],
        ${textArray(events.map((_) => _.conflictingServerValue))}::text[],
        ${textArray(events.map((_) => _.entityId))}::uuid[],
        ${textArray(events.map((_) => _.entityType))}::text[],
        ${textArray(events.map((_) => _.fieldName))}::text[],
        ${textArray(events.map((_) => _.previousSequence))}::bigint[],
        ${textArray(events.map((_) => _.oldValue))}::text[],
        ${textArray(events.map((_) => _.newValue))}::text[],
        ${textArray(events.map((_) => _.description))}::text[],
        ${textArray(events.map((_) => _.hash))}::text[]
      ) AS e
    ), associated AS (
      INSERT INTO associations
      SELECT moved.generation, a.* FROM moved, ${associationRows(sql, associations)} AS a
    ), answered AS (
      INSERT INTO outcomes
      SELECT o.* FROM moved, unnest(
        ${textArray(outcomes.map((_) => _.actorId))}::uuid[],
        ${textArray(outcomes.map((_) => _.idempotencyKey))}::text[],
        ${textArray(outcomes.map((_) => _.requestHash))}::text[],
        ${textArray(outcomes.map((_) => _.outcome.sequenceNumber))}::bigint[],
        ${textArray(outcomes.map((_) => _.outcome.status))}::text[],
        ${textArray(outcomes.map((_) => _.outcome.rejectionReason))}::text[],
        ${textArray(outcomes.map((_) => _.outcome.previousValue))}::text[],
        ${textArray(outcomes.map((_) => _.outcome.conflictingServerValue))}::text[]
      ) AS o
    )
    SELECT pg_notify(${channel}, concat_ws(':', epoch, sequence_number, ${writer}::text)) AS notified FROM moved`
