import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { decodeRestores, outcomeColumns } from "./EventRows.ts"
import type { OutcomeKey } from "./EventStore.ts"
import type { Restore } from "./Restore.ts"

/**
 * Statements that read a part of a log of any length. Each is found by an index, so its cost is that of the rows that it
 * gives.
 */

export const associationsBetween = (sql: SqlClient.SqlClient, after: number, upTo: number) => sql`
  SELECT entity_id AS "entityId", entity_type AS "entityType", transitive, fact,
    sequence_number::float8 AS "sequenceNumber"
  FROM associations
  WHERE generation = (SELECT generation FROM log_head WHERE log = 'main')
    AND sequence_number > ${after} AND sequence_number <= ${upTo}
  ORDER BY associations.sequence_number, entity_id`

/** Without a key from the first one on. */
export const outcomesAfter = (sql: SqlClient.SqlClient, after: OutcomeKey | null, limit: number) => {
  const isLater =
    after === null
      ? sql``
      : sql`WHERE (o.actor_id, o.idempotency_key COLLATE "C") > (${after.actorId}::uuid, ${after.idempotencyKey}::text)`
  return sql`
    SELECT ${sql.literal(outcomeColumns)} FROM outcomes o ${isLater}
    ORDER BY o.actor_id, o.idempotency_key COLLATE "C" LIMIT ${limit}`
}

/** Events that one statement looks through, well within the time that a statement has. */
const window = 200_000

/** The check-ins that events up to one took out. As below, no index finds them, and the data of rejected events must not be looked at. */
export const retractedUpTo = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, upTo: number) {
  const retracted = new Set<number>()
  for (let from = 0; from < upTo; from += window) {
    const rows = yield* sql<{ readonly retracted: number }>`
      SELECT retracted FROM (
        SELECT CASE WHEN status = 'applied' AND event_type = 'update_progress_value' THEN data ->> 'retract' END::float8
          AS retracted
        FROM events WHERE sequence_number > ${from} AND sequence_number <= ${Math.min(from + window, upTo)}
      ) AS found WHERE retracted IS NOT NULL`
    for (const row of rows) retracted.add(row.retracted)
  }
  return retracted
})

/**
 * Columns of `Restore`, by sequence number. No index finds them, since only maintenance needs them. The data of rejected events
 * may be more than PostgreSQL reads: they must not be looked at.
 */
export const restoresBetween = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, after: number, upTo: number) {
  const restores: Array<Restore> = []
  for (let from = after; from < upTo; from += window) {
    const rows = yield* sql`
      SELECT * FROM (
        SELECT sequence_number::float8 AS "sequenceNumber",
          CASE WHEN status = 'applied' THEN
            CASE
              WHEN event_type = 'restore_history' THEN data ->> 'sequenceNumber'
              WHEN starts_with(event_type, 'create_') THEN data ->> 'asOf'
            END
          END::float8 AS target
        FROM events WHERE sequence_number > ${from} AND sequence_number <= ${Math.min(from + window, upTo)}
      ) AS found
      WHERE target IS NOT NULL ORDER BY 1`
    restores.push(...(yield* decodeRestores(rows)))
  }
  return restores
})
