import type { SqlClient } from "effect/sql"
import { outcomeColumns } from "./EventRows.ts"
import type { OutcomeKey } from "./EventStore.ts"

/**
 * Statements that read a part of a log of any length. Each is found by an index, so its cost is that of the rows that it
 * gives.
 */

export const associationsBetween = (sql: SqlClient.SqlClient, after: number, upTo: number) => sql`
  SELECT entity_id AS "entityId", entity_type AS "entityType", transitive, description,
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

/** Columns of `Restore`, by sequence number. The data of rejected events may be more than PostgreSQL reads: they must not be looked at. */
export const restoresBetween = (sql: SqlClient.SqlClient, after: number, upTo: number) => sql`
  SELECT sequence_number::float8 AS "sequenceNumber", (data ->> 'sequenceNumber')::float8 AS target
  FROM events
  WHERE event_type = 'restore_history' AND status = 'applied'
    AND sequence_number > ${after} AND sequence_number <= ${upTo}
  UNION ALL
  SELECT sequence_number::float8, (data ->> 'asOf')::float8 FROM events
  WHERE CASE status WHEN 'applied' THEN starts_with(event_type, 'create_') AND (data ->> 'asOf') IS NOT NULL END
    AND sequence_number > ${after} AND sequence_number <= ${upTo}
  ORDER BY 1`
