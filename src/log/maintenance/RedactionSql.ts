import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { UserId } from "../../domain/entities/Ids.ts"
import { isChanged, type Redaction, redactedEvent } from "../../domain/redaction/Redaction.ts"
import { TakenTexts } from "../../domain/redaction/TakenTexts.ts"
import { storageFault } from "../../sql/StorageFault.ts"
import { chainEvent, type EventWithEffect, initialHash } from "../store/EventHash.ts"
import { eventPages } from "../store/EventPages.ts"
import { decodeEvents, decodeHead, decodeStamps, eventColumns, timestampColumn } from "../store/EventRows.ts"
import { type RedactedCopies, redactCopies } from "./RedactedCopies.ts"

const pageSize = 1_000

/** What a redaction changes. */
export interface RedactionReport extends RedactedCopies {
  /** The sequence numbers of events whose content changes. */
  readonly changed: ReadonlyArray<number>
  /** Hashes of the last event before and after; equal if nothing changes. */
  readonly before: string
  readonly after: string
}

/** Whether a redaction changes anything. */
export const isAnything = ({ changed, changeSets }: RedactionReport): boolean => changed.length + changeSets.length > 0

/** Called with the number of events that are done and the number of all. */
type Progress = (done: number, of: number) => Effect.Effect<void>

/** The columns that a redaction may change in each event from the first changed one on. */
const updateStatement = `
  UPDATE events e SET actor_name = r."actorName", data = r.data, rejection_reason = r."rejectionReason",
    conflicting_server_value = r."conflictingServerValue", old_value = r."oldValue", new_value = r."newValue",
    description = r.description, hash = r.hash, rejection = r.rejection
  FROM json_to_recordset($1::text::json) AS r ("sequenceNumber" bigint, "actorName" text, data json,
    "rejectionReason" text, "conflictingServerValue" text, "oldValue" text, "newValue" text, description text, hash text,
    rejection json)
  WHERE e.sequence_number = r."sequenceNumber"`

/** What is kept beside events may be large, so it is written only where it changes. */
const besideStatement = `
  UPDATE events e SET effect = r.effect, fact = r.fact
  FROM json_to_recordset($1::text::json) AS r ("sequenceNumber" bigint, effect json, fact json)
  WHERE e.sequence_number = r."sequenceNumber"`

/** All events about an entity, and those that were rejected and name it, in order. */
export const eventsAbout = (sql: SqlClient.SqlClient, entityId: string) =>
  Effect.flatMap(
    sql`
      SELECT ${sql.literal(eventColumns)} FROM events e
      WHERE e.entity_id = ${entityId} OR (e.status = 'rejected' AND position(${entityId} IN e.data::text) > 0)
      ORDER BY e.sequence_number`,
    decodeEvents
  )

/** The names that a user had as the author of events, and when. */
export const authorOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, userId: UserId) {
  const stamps = yield* Effect.flatMap(
    sql`
      SELECT e.sequence_number::float8 AS "sequenceNumber", ${sql.literal(timestampColumn)}, e.actor_id AS "actorId",
        e.actor_name AS "actorName"
      FROM events e WHERE e.actor_id = ${userId}`,
    decodeStamps
  )
  return {
    texts: new TakenTexts(stamps.map(({ actorName }) => actorName)),
    times: new Set(stamps.map(({ timestamp }) => timestamp))
  }
})

/** A page of events without what is taken out, chained to the hash before it. */
const redactPage = (events: ReadonlyArray<EventWithEffect>, redaction: Redaction, hashBefore: string) => {
  const [changed, rewritten, beside]: [Array<number>, Array<object>, Array<object>] = [[], [], []]
  let after = hashBefore
  for (const event of events) {
    const { hash, ...content } = event
    const { sequenceNumber } = content
    const redacted = redactedEvent(content, redaction)
    if (isChanged(content, redacted)) changed.push(sequenceNumber)
    const { effect = null, fact = null, ...rest } = chainEvent(after, redacted)
    if (rest.hash !== hash) rewritten.push(rest)
    if (isChanged(content, { ...content, effect, fact })) beside.push({ sequenceNumber, effect, fact })
    after = rest.hash
  }
  return { changed, rewritten, beside, after }
}

/** Writes the events anew from the first one that changes. */
const redactEvents = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  redaction: Redaction,
  { isDryRun, head, progress }: { readonly isDryRun: boolean; readonly head: number; readonly progress: Progress }
) {
  const { whole } = eventPages(sql)
  const changed: Array<number> = []
  let [before, after] = [initialHash, initialHash]
  for (let done = 0; done < head; ) {
    const events: ReadonlyArray<EventWithEffect> = yield* whole(done, pageSize)
    const page = redactPage(events, redaction, after)
    changed.push(...page.changed)
    before = events.at(-1)?.hash ?? before
    after = page.after
    if (!isDryRun && page.rewritten.length > 0) yield* sql.unsafe(updateStatement, [JSON.stringify(page.rewritten)])
    if (!isDryRun && page.beside.length > 0) yield* sql.unsafe(besideStatement, [JSON.stringify(page.beside)])
    done = events.at(-1)?.sequenceNumber ?? head
    yield* progress(done, head)
  }
  return { changed, before, after }
})

const withChangeableEvents = <A, E, R>(sql: SqlClient.SqlClient, change: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* sql`ALTER TABLE events DISABLE TRIGGER events_are_kept`
    const changed = yield* change
    yield* sql`ALTER TABLE events ENABLE TRIGGER events_are_kept`
    return changed
  })

/**
 * Takes texts or a name out of the log and of all that is derived from it; no server may run on the database. The log gets a
 * new epoch and loses its checkpoints, and its tables are to be rewritten. To be run in a transaction; a dry run changes
 * nothing.
 */
export const redact = Effect.fn("Redaction.redact")(function* (
  redaction: Redaction,
  options: { readonly isDryRun: boolean; readonly progress: Progress }
) {
  const sql = yield* SqlClient.SqlClient
  const [{ epoch, sequenceNumber: head }] = yield* Effect.flatMap(
    sql`
      SELECT epoch, sequence_number::float8 AS "sequenceNumber" FROM log_head WHERE log = 'main' FOR UPDATE`,
    decodeHead
  )
  const events = redactEvents(sql, redaction, { ...options, head })
  const ofEvents = yield* options.isDryRun ? events : withChangeableEvents(sql, events)
  const copies = yield* redactCopies(sql, redaction, { ...options, isChanged: ofEvents.changed.length > 0 })
  const report: RedactionReport = { ...ofEvents, ...copies }
  if (options.isDryRun || !isAnything(report)) return report
  yield* sql`DELETE FROM checkpoints`
  yield* sql`
    WITH moved AS (
      UPDATE log_head SET epoch = gen_random_uuid(), rewrite_pending = TRUE WHERE log = 'main' RETURNING epoch
    )
    UPDATE webhooks w SET epoch = moved.epoch FROM moved WHERE w.epoch = ${epoch}`
  return report
}, storageFault("Redaction.redact"))
