import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import {
  type FieldRedaction,
  isChanged,
  type Redaction,
  redactedEvent,
  redactedValue,
  removed
} from "../../domain/Redaction.ts"
import { rowDecoder } from "../../sql/RowDecoder.ts"
import { storageFault } from "../../sql/StorageFault.ts"
import { type ChainedEvent, chainEvent, initialHash } from "../store/EventHash.ts"
import { decodeEvents, eventColumns, Head } from "../store/EventRows.ts"
import { completeEvents } from "./Upgrade.ts"

const pageSize = 1_000

/** What a redaction has changed. */
export interface RedactionReport {
  /** The sequence numbers of events whose content changed. */
  readonly changed: ReadonlyArray<number>
  /** Hashes of the last event before and after; equal if nothing changed. */
  readonly before: string
  readonly after: string
}

/** Called with the number of events that are done and the number of all. */
type Progress = (done: number, of: number) => Effect.Effect<void>

const decodeHead = rowDecoder(Schema.Tuple([Head]))

/** The columns that a redaction may change. */
const updateStatement = `
  UPDATE events e SET actor_name = r."actorName", data = r.data, rejection_reason = r."rejectionReason",
    conflicting_server_value = r."conflictingServerValue", old_value = r."oldValue", new_value = r."newValue",
    description = r.description, hash = r.hash, rejection = r.rejection
  FROM json_to_recordset($1::text::json) AS r ("sequenceNumber" bigint, "actorName" text, data json,
    "rejectionReason" text, "conflictingServerValue" text, "oldValue" text, "newValue" text, description text, hash text,
    rejection json)
  WHERE e.sequence_number = r."sequenceNumber"`

/** All events about an entity, in order. */
export const eventsAbout = (sql: SqlClient.SqlClient, entityId: string) =>
  Effect.flatMap(
    sql`SELECT ${sql.literal(eventColumns)} FROM events e WHERE e.entity_id = ${entityId} ORDER BY e.sequence_number`,
    decodeEvents
  )

const page = (sql: SqlClient.SqlClient, after: number) =>
  Effect.flatMap(
    sql`
      SELECT ${sql.literal(eventColumns)} FROM events e
      WHERE e.sequence_number > ${after} ORDER BY e.sequence_number LIMIT ${pageSize}`,
    decodeEvents
  )

/** Writes the events anew from the first one that changes. */
const redactEvents = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  redaction: Redaction,
  { isDryRun, head, progress }: { readonly isDryRun: boolean; readonly head: number; readonly progress: Progress }
) {
  const changed: Array<number> = []
  let [before, after] = [initialHash, initialHash]
  for (let done = 0; done < head; ) {
    const events: ReadonlyArray<ChainedEvent> = yield* page(sql, done)
    const rewritten: Array<ChainedEvent> = []
    for (const event of events) {
      const { hash, ...content } = event
      const redactedContent = redactedEvent(content, redaction)
      if (isChanged(content, redactedContent)) changed.push(event.sequenceNumber)
      const redacted = chainEvent(after, redactedContent)
      if (redacted.hash !== hash) rewritten.push(redacted)
      ;[before, after] = [hash, redacted.hash]
    }
    if (rewritten.length > 0 && !isDryRun) yield* sql.unsafe(updateStatement, [JSON.stringify(rewritten)])
    done = events.at(-1)?.sequenceNumber ?? head
    yield* progress(done, head)
  }
  return { changed, before, after } satisfies RedactionReport
})

/**
 * What is beside the log: facts that name the entity, which the rebuild that follows makes anew, and sentences of version 1,
 * which nothing reads.
 */
const redactFacts = (sql: SqlClient.SqlClient, { entityId }: FieldRedaction) =>
  Effect.andThen(
    sql`
      UPDATE associations SET fact = NULL, description = NULL
      WHERE description IS NOT NULL OR position(${entityId} IN fact::text) > 0 OR (entity_id = ${entityId} AND NOT transitive)`,
    sql`UPDATE outcomes SET rejection_reason = NULL WHERE rejection_reason IS NOT NULL`
  )

/** Names that may repeat what is redacted: of change sets that changed the entity, or of what the user made. */
const redactNames = (sql: SqlClient.SqlClient, redaction: Redaction) => {
  const about = "userId" in redaction ? sql`e.actor_id = ${redaction.userId}` : sql`e.entity_id = ${redaction.entityId}`
  const sets = sql`
    UPDATE event_provenance SET change_set_name = ${removed} WHERE change_set_id IN (
      SELECT p.change_set_id FROM event_provenance p JOIN events e USING (sequence_number) WHERE ${about}
    )`
  const tokens = sql`
    UPDATE event_provenance p SET token_name = ${removed} FROM events e
    WHERE e.sequence_number = p.sequence_number AND p.token_name IS NOT NULL AND ${about}`
  return "userId" in redaction ? Effect.andThen(sets, tokens) : sets
}

const decodeAnswers = rowDecoder(
  Schema.Array(
    Schema.Struct({
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
      SELECT DISTINCT e.field_name AS "fieldName", o.previous_value AS "previousValue",
        o.conflicting_server_value AS "conflictingServerValue"
      FROM outcomes o JOIN events e USING (sequence_number) WHERE e.entity_id = ${redaction.entityId}`,
    decodeAnswers
  )
  for (const { fieldName, ...values } of answers) {
    for (const value of new Set([values.previousValue, values.conflictingServerValue])) {
      const redacted = redactedValue(fieldName, value, redaction)
      if (redacted === value) continue
      yield* sql`
        UPDATE outcomes o SET
          previous_value = CASE WHEN o.previous_value = ${value} THEN ${redacted} ELSE o.previous_value END,
          conflicting_server_value =
            CASE WHEN o.conflicting_server_value = ${value} THEN ${redacted} ELSE o.conflicting_server_value END
        FROM events e WHERE e.sequence_number = o.sequence_number AND e.entity_id = ${redaction.entityId}`
    }
  }
})

const withChangeableEvents = <A, E, R>(sql: SqlClient.SqlClient, change: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* sql`ALTER TABLE events DISABLE TRIGGER events_are_kept`
    const changed = yield* change
    yield* sql`ALTER TABLE events ENABLE TRIGGER events_are_kept`
    return changed
  })

/** Effects have texts and names of the state before. They are made again from the events that have been redacted. */
const remakeEffects = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, progress: Progress) {
  const removed = sql`UPDATE events SET effect = NULL, fact = NULL WHERE effect IS NOT NULL RETURNING 1`
  if ((yield* withChangeableEvents(sql, removed)).length > 0) yield* completeEvents(progress)
})

/**
 * Takes texts or a name out of the log and of all that is derived from it; no server may run on the database. The log gets a
 * new epoch and loses its checkpoints. To be run in a transaction; a dry run changes nothing.
 */
export const redact = Effect.fn("Redaction.redact")(function* (
  redaction: Redaction,
  options: { readonly isDryRun: boolean; readonly progress: Progress }
) {
  const sql = yield* SqlClient.SqlClient
  const [{ sequenceNumber: head }] = yield* Effect.flatMap(
    sql`
      SELECT epoch, sequence_number::float8 AS "sequenceNumber" FROM log_head WHERE log = 'main' FOR UPDATE`,
    decodeHead
  )
  if (options.isDryRun) return yield* redactEvents(sql, redaction, { ...options, head })
  const report = yield* withChangeableEvents(sql, redactEvents(sql, redaction, { ...options, head }))
  if (report.changed.length === 0) return report
  if (!("userId" in redaction)) {
    yield* redactFacts(sql, redaction)
    yield* redactAnswers(sql, redaction)
  }
  yield* redactNames(sql, redaction)
  yield* sql`DELETE FROM checkpoints`
  yield* remakeEffects(sql, options.progress)
  yield* sql`
    WITH moved AS (UPDATE log_head SET epoch = gen_random_uuid() WHERE log = 'main' RETURNING epoch)
    UPDATE webhooks SET epoch = moved.epoch FROM moved`
  return report
}, storageFault("Redaction.redact"))
