import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { Touched } from "../../domain/Event.ts"
import { SequenceNumber } from "../../domain/entities/Ids.ts"
import { type FieldRedaction, redactedBeside, redactedValue } from "../../domain/redaction/FieldRedaction.ts"
import type { Redaction } from "../../domain/redaction/Redaction.ts"
import { rowDecoder } from "../../sql/RowDecoder.ts"
import { redactDeliveries, redactNames } from "./RedactedNames.ts"

/** Rows read and written at a time. */
const pageSize = 2_000

/** What a redaction changes beside the events. */
export interface RedactedCopies {
  /** The names of change sets that go. */
  readonly changeSets: ReadonlyArray<string>
  /** Of how many deliveries of webhooks the request and the answer go. */
  readonly deliveries: number
}

const decodeFacts = rowDecoder(
  Schema.Array(
    Schema.Struct({
      generation: Schema.Int,
      ...Touched.fields,
      sequenceNumber: SequenceNumber,
      fact: Touched.fields.fact
    })
  )
)

/** The facts of associations that name the entity. */
const redactFacts = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, redaction: FieldRedaction) {
  const { entityId } = redaction
  let next = { generation: 0, sequenceNumber: 0, entityId: "00000000-0000-0000-0000-000000000000" }
  for (let isLast = false; !isLast; ) {
    const rows = yield* Effect.flatMap(
      sql`
        SELECT generation, entity_id AS "entityId", sequence_number::float8 AS "sequenceNumber", entity_type AS "entityType",
          transitive, fact
        FROM associations
        WHERE fact IS NOT NULL AND (entity_id = ${entityId} OR position(${entityId} IN fact::text) > 0)
          AND (generation, entity_id, sequence_number)
            > (${next.generation}::int, ${next.entityId}::uuid, ${next.sequenceNumber}::bigint)
        ORDER BY generation, entity_id, sequence_number LIMIT ${pageSize}`,
      decodeFacts
    )
    const changed = rows.flatMap((row) => {
      const redacted = redactedBeside(row, redaction)
      return redacted === row ? [] : [redacted]
    })
    if (changed.length > 0) {
      yield* sql.unsafe(
        `UPDATE associations a SET fact = r.fact
         FROM json_to_recordset($1::text::json) AS r (generation int, "entityId" uuid, "sequenceNumber" bigint, fact json)
         WHERE (a.generation, a.entity_id, a.sequence_number) = (r.generation, r."entityId", r."sequenceNumber")`,
        [JSON.stringify(changed)]
      )
    }
    next = rows.at(-1) ?? next
    isLast = rows.length < pageSize
  }
})

/** Sentences of version 1, which nothing reads. */
const removeSentences = (sql: SqlClient.SqlClient) =>
  Effect.andThen(
    sql`UPDATE associations SET description = NULL WHERE description IS NOT NULL`,
    sql`UPDATE outcomes SET rejection_reason = NULL WHERE rejection_reason IS NOT NULL`
  )

const decodeAnswers = rowDecoder(
  Schema.Array(
    Schema.Struct({
      actorId: Schema.String,
      idempotencyKey: Schema.String,
      fieldName: Schema.NullOr(Schema.String),
      previousValue: Schema.NullOr(Schema.String),
      conflictingServerValue: Schema.NullOr(Schema.String)
    })
  )
)

/** The values in answers that are kept under idempotency keys. */
const redactAnswers = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, redaction: FieldRedaction) {
  const answers = yield* Effect.flatMap(
    sql`
      SELECT o.actor_id AS "actorId", o.idempotency_key AS "idempotencyKey", e.field_name AS "fieldName",
        o.previous_value AS "previousValue", o.conflicting_server_value AS "conflictingServerValue"
      FROM outcomes o JOIN events e USING (sequence_number) WHERE e.entity_id = ${redaction.entityId}`,
    decodeAnswers
  )
  const redacted = answers.map(({ fieldName, previousValue, conflictingServerValue, ...key }) => ({
    ...key,
    previousValue: redactedValue(fieldName, previousValue, redaction),
    conflictingServerValue: redactedValue(fieldName, conflictingServerValue, redaction, true)
  }))
  for (let from = 0; from < redacted.length; from += pageSize) {
    yield* sql.unsafe(
      `UPDATE outcomes o SET previous_value = r."previousValue", conflicting_server_value = r."conflictingServerValue"
       FROM json_to_recordset($1::text::json) AS r ("actorId" uuid, "idempotencyKey" text, "previousValue" text,
         "conflictingServerValue" text)
       WHERE (o.actor_id, o.idempotency_key) = (r."actorId", r."idempotencyKey")
         AND (o.previous_value, o.conflicting_server_value) IS DISTINCT FROM (r."previousValue", r."conflictingServerValue")`,
      [JSON.stringify(redacted.slice(from, from + pageSize))]
    )
  }
})

/** Takes texts or a name out of what is derived from events, and of what is kept beside them. */
export const redactCopies = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  redaction: Redaction,
  { isDryRun, isChanged }: { readonly isDryRun: boolean; readonly isChanged: boolean }
) {
  const changeSets = yield* redactNames(sql, redaction, isDryRun)
  if (!isChanged && changeSets.length === 0) return { changeSets, deliveries: 0 } satisfies RedactedCopies
  if (!isDryRun && !("userId" in redaction)) yield* removeSentences(sql)
  if (!isDryRun && "entityId" in redaction) {
    yield* redactFacts(sql, redaction)
    yield* redactAnswers(sql, redaction)
  }
  return { changeSets, deliveries: yield* redactDeliveries(sql, isDryRun) } satisfies RedactedCopies
})
