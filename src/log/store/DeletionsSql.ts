import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { EntityType } from "../../domain/Event.ts"
import { EntityId, SequenceNumber } from "../../domain/entities/Ids.ts"
import type { Deletion } from "../../domain/views/Deleted.ts"
import { rowDecoder } from "../../sql/RowDecoder.ts"
import { storageFault } from "../../sql/StorageFault.ts"
import { textArrayParameter, timestampColumn } from "./EventRows.ts"
import type { EventStore } from "./EventStore.ts"

const decodeDeletions = rowDecoder(
  Schema.Array(
    Schema.Struct({
      entityId: EntityId,
      entityType: EntityType,
      parentId: EntityId,
      parentType: EntityType,
      sequenceNumber: SequenceNumber,
      timestamp: Schema.String,
      actorName: Schema.String,
      description: Schema.String,
      groups: Schema.Int,
      initiatives: Schema.Int,
      progress: Schema.Int
    } satisfies { readonly [K in keyof Deletion]: Schema.Top })
  )
)

/** `EventStore.deletions` in SQL. A deletion is found by what it left on the parent, which has an index. */
export const deletionsSql = (sql: SqlClient.SqlClient): EventStore["Service"]["deletions"] => {
  const serving = sql`(SELECT generation FROM log_head WHERE log = 'main')`
  return Effect.fn("EventStore.deletions")(
    (parentIds, before, limit) =>
      sql`
        WITH gone AS MATERIALIZED (
          SELECT found.* FROM (
            SELECT DISTINCT unnest(${textArrayParameter(parentIds)}::uuid[]) AS id
          ) AS wanted, LATERAL (
            SELECT a.sequence_number, a.entity_id AS parent_id, a.entity_type AS parent_type
            FROM associations a JOIN events e USING (sequence_number)
            WHERE a.generation = ${serving} AND a.entity_id = wanted.id AND a.sequence_number < ${before}
              AND a.transitive AND starts_with(a.description, 'deleted ')
              AND starts_with(e.event_type, 'delete_') AND e.event_type <> 'delete_team'
              AND NOT EXISTS (
                SELECT 1 FROM associations s JOIN events l ON l.sequence_number = s.sequence_number
                WHERE s.generation = a.generation AND s.entity_id = e.entity_id
                  AND s.sequence_number > e.sequence_number AND l.status = 'applied'
              )
            ORDER BY a.sequence_number DESC LIMIT ${limit}
          ) AS found
          ORDER BY found.sequence_number DESC LIMIT ${limit}
        )
        SELECT e.entity_id AS "entityId", e.entity_type AS "entityType", g.parent_id AS "parentId",
          g.parent_type AS "parentType", e.sequence_number::float8 AS "sequenceNumber", ${sql.literal(timestampColumn)},
          e.actor_name AS "actorName", e.description,
          parts.groups::float8 AS groups, parts.initiatives::float8 AS initiatives, parts.progress::float8 AS progress
        FROM gone g JOIN events e USING (sequence_number), LATERAL (
          SELECT count(DISTINCT p.entity_id) FILTER (WHERE p.entity_type = 'group') AS groups,
            count(DISTINCT p.entity_id) FILTER (WHERE p.entity_type = 'initiative') AS initiatives,
            count(DISTINCT p.entity_id) FILTER (WHERE p.entity_type = 'progress') AS progress
          FROM events c JOIN associations p
            ON p.generation = ${serving} AND p.entity_id = c.entity_id AND p.sequence_number = g.sequence_number
          WHERE e.entity_type = 'objective' AND c.target_id = e.entity_id AND starts_with(c.event_type, 'create_')
        ) AS parts
        ORDER BY e.sequence_number DESC`.pipe(Effect.flatMap(decodeDeletions)),
    storageFault("EventStore.deletions")
  )
}
