import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { EntityType } from "../../domain/Event.ts"
import { EntityId, SequenceNumber } from "../../domain/entities/Ids.ts"
import { wentWithRestore } from "../../domain/events/TeamRestore.ts"
import { type Deletion, listedPerPage, titlesKept } from "../../domain/views/Deleted.ts"
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
      titles: Schema.Array(Schema.String),
      groups: Schema.Int,
      initiatives: Schema.Int,
      progress: Schema.Int
    } satisfies { readonly [K in keyof Deletion]: Schema.Top })
  )
)

/**
 * `EventStore.deletions` in SQL. A deletion is found by what it left on the parent, which has an index. What went with a
 * restore is found by its creation, which names the parent; where nothing was ever restored that costs nothing.
 */
export const deletionsSql = (sql: SqlClient.SqlClient): EventStore["Service"]["deletions"] => {
  const serving = sql`(SELECT generation FROM log_head WHERE log = 'main')`
  const deleted = (before: number, limit: number) => sql`
    SELECT a.sequence_number, e.entity_id, e.entity_type, a.entity_id AS parent_id, a.entity_type AS parent_type,
      e.description
    FROM associations a JOIN events e USING (sequence_number)
    WHERE a.generation = ${serving} AND a.entity_id = wanted.id AND a.sequence_number < ${before}
      AND a.transitive AND starts_with(a.description, 'deleted ')
      AND starts_with(e.event_type, 'delete_') AND e.event_type <> 'delete_team'
      AND NOT EXISTS (
        SELECT 1 FROM associations s JOIN events l ON l.sequence_number = s.sequence_number
        WHERE s.generation = a.generation AND s.entity_id = e.entity_id
          AND s.sequence_number > a.sequence_number AND l.status = 'applied'
      )
    ORDER BY a.sequence_number DESC LIMIT ${limit}`
  const goneWithRestore = (before: number, limit: number) => sql`
    SELECT a.sequence_number, e.entity_id, e.entity_type, wanted.id AS parent_id,
      CASE WHEN e.entity_type IN ('principle', 'objective') THEN 'team' ELSE 'objective' END AS parent_type,
      a.description
    FROM events e, LATERAL (
      SELECT s.sequence_number, s.description FROM associations s JOIN events l USING (sequence_number)
      WHERE s.generation = ${serving} AND s.entity_id = e.entity_id AND l.status = 'applied'
      ORDER BY s.sequence_number DESC LIMIT 1
    ) AS a
    WHERE e.target_id = wanted.id AND starts_with(e.event_type, 'create_')
      AND CASE e.status WHEN 'applied' THEN e.data ->> 'asOf' IS NULL END
      AND a.sequence_number < ${before} AND starts_with(a.description, ${wentWithRestore})
    ORDER BY a.sequence_number DESC FETCH FIRST (${limit}::bigint) ROWS WITH TIES`
  // The data of rejected events may be more than PostgreSQL reads: they must not be looked at.
  const title = sql`CASE l.status WHEN 'applied' THEN COALESCE(l.data ->> 'title', l.data ->> 'name') END`
  return Effect.fn("EventStore.deletions")(
    (parentIds, before, limit) =>
      sql`
        WITH wanted AS MATERIALIZED (
          SELECT DISTINCT unnest(${textArrayParameter(parentIds)}::uuid[]) AS id
        ), restored AS MATERIALIZED (
          SELECT 1 FROM events
          WHERE event_type = 'restore_history' AND status = 'applied' AND sequence_number < ${before} LIMIT 1
        ), gone AS MATERIALIZED (
          SELECT * FROM (
            SELECT found.* FROM wanted, LATERAL (${deleted(before, limit)}) AS found
            UNION ALL
            SELECT found.* FROM restored, wanted, LATERAL (${goneWithRestore(before, limit)}) AS found
          ) AS either
          ORDER BY sequence_number DESC FETCH FIRST (${limit}::bigint) ROWS WITH TIES
        )
        SELECT g.entity_id AS "entityId", g.entity_type AS "entityType", g.parent_id AS "parentId",
          g.parent_type AS "parentType", e.sequence_number::float8 AS "sequenceNumber", ${sql.literal(timestampColumn)},
          e.actor_name AS "actorName", g.description, named.titles,
          parts.groups::float8 AS groups, parts.initiatives::float8 AS initiatives, parts.progress::float8 AS progress
        FROM (
          SELECT * FROM gone ORDER BY sequence_number DESC, entity_id LIMIT ${listedPerPage}
        ) AS g JOIN events e USING (sequence_number), LATERAL (
          SELECT count(DISTINCT p.entity_id) FILTER (WHERE p.entity_type = 'group') AS groups,
            count(DISTINCT p.entity_id) FILTER (WHERE p.entity_type = 'initiative') AS initiatives,
            count(DISTINCT p.entity_id) FILTER (WHERE p.entity_type = 'progress') AS progress
          FROM events c JOIN associations p
            ON p.generation = ${serving} AND p.entity_id = c.entity_id AND p.sequence_number = g.sequence_number
          WHERE g.entity_type = 'objective' AND c.target_id = g.entity_id AND starts_with(c.event_type, 'create_')
        ) AS parts, LATERAL (
          SELECT COALESCE(json_agg(own.title ORDER BY own.sequence_number DESC), '[]') AS titles
          FROM (
            SELECT l.sequence_number, ${title} AS title
            FROM associations s JOIN events l ON l.sequence_number = s.sequence_number
            WHERE s.generation = ${serving} AND s.entity_id = g.entity_id AND s.sequence_number < g.sequence_number
              AND l.entity_id = g.entity_id AND ${title} IS NOT NULL
            ORDER BY s.sequence_number DESC LIMIT ${titlesKept}
          ) AS own
        ) AS named
        ORDER BY e.sequence_number DESC, g.entity_id`.pipe(Effect.flatMap(decodeDeletions)),
    storageFault("EventStore.deletions")
  )
}
