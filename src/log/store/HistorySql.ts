import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { EntityId } from "../../domain/entities/Ids.ts"
import { ownFactIn } from "../../domain/Fact.ts"
import type { HistoryRow } from "../../domain/views/History.ts"
import { storageFault } from "../../sql/StorageFault.ts"
import { decodeHistory, eventBytesExpression, historyColumns } from "./EventRows.ts"
import type { EventStore } from "./EventStore.ts"
import type { HistoryRows, PageBounds } from "./HistoryRows.ts"

const rowOf = (columns: Effect.Success<ReturnType<typeof decodeHistory>>[number]): HistoryRow => {
  const { touchedId, touchedType, touchedTransitive, touchedFact, own, bytesUpTo: _, ...event } = columns
  const touched =
    touchedId === null || touchedType === null || touchedTransitive === null
      ? null
      : { entityId: touchedId, entityType: touchedType, transitive: touchedTransitive, fact: touchedFact }
  return { event, touched, own: own && ownFactIn([{ fact: own }]) }
}

const serving = "(SELECT generation FROM log_head WHERE log = 'main')"

/** The events whose sequence numbers `chosen` has, with their sizes and the running total from the newest on. */
const sized = `(
  SELECT *, ${eventBytesExpression} AS bytes,
    sum(${eventBytesExpression}) OVER (ORDER BY sequence_number DESC ROWS UNBOUNDED PRECEDING) AS bytes_up_to
  FROM chosen JOIN events e USING (sequence_number)
) AS e`

/** The association of an event's own entity, whose fact its sentence needs. */
const ownFact = `
  LEFT JOIN LATERAL (
    SELECT s.fact FROM associations s
    WHERE s.generation = ${serving} AND s.entity_id = e.entity_id AND s.sequence_number = e.sequence_number
  ) AS own ON TRUE`

/** The columns of an association where there is none. */
const nobody = `NULL::uuid AS touched_id, NULL::text AS touched_type, NULL::boolean AS touched_transitive,
  NULL::json AS touched_fact`

/** `EventStore.page`. */
export const pageStatement = (sql: SqlClient.SqlClient, before: number, { limit, maxBytes }: PageBounds) => sql`
    WITH chosen AS MATERIALIZED (
      SELECT sequence_number, ${sql.literal(nobody)} FROM events WHERE sequence_number < ${before}
      ORDER BY sequence_number DESC LIMIT ${limit}
    )
    SELECT ${sql.literal(historyColumns)} FROM ${sql.literal(sized)} ${sql.literal(ownFact)}
    WHERE e.bytes_up_to - e.bytes < ${maxBytes}
    ORDER BY e.sequence_number DESC`

/**
 * `EventStore.history`. Events without an association are searched only as far back as the associations of this page
 * reach.
 */
export const entityStatement = (
  sql: SqlClient.SqlClient,
  entityId: EntityId,
  before: number | null,
  { limit, maxBytes }: PageBounds
) => {
  const end = before ?? Number.MAX_SAFE_INTEGER
  return sql`
    WITH known AS MATERIALIZED (
      SELECT sequence_number, entity_id, entity_type, transitive, fact FROM associations
      WHERE generation = ${sql.literal(serving)} AND entity_id = ${entityId} AND sequence_number < ${end}
      ORDER BY sequence_number DESC LIMIT ${limit}
    ), older AS MATERIALIZED (
      SELECT sequence_number, ${sql.literal(nobody)} FROM events o
      WHERE target_id = ${entityId} AND entity_id IS NOT NULL AND sequence_number < ${end}
        AND sequence_number > (
          SELECT CASE WHEN count(*) < ${limit} THEN 0 ELSE min(sequence_number) END FROM known
        )
        AND NOT EXISTS (
          SELECT 1 FROM associations s
          WHERE s.generation = ${sql.literal(serving)} AND s.entity_id = o.entity_id
            AND s.sequence_number = o.sequence_number
        )
      ORDER BY sequence_number DESC LIMIT ${limit}
    ), chosen (sequence_number, touched_id, touched_type, touched_transitive, touched_fact) AS MATERIALIZED (
      SELECT * FROM known UNION ALL SELECT * FROM older ORDER BY sequence_number DESC LIMIT ${limit}
    )
    SELECT ${sql.literal(historyColumns)} FROM ${sql.literal(sized)} ${sql.literal(ownFact)}
    WHERE e.bytes_up_to - e.bytes < ${maxBytes}
    ORDER BY e.sequence_number DESC`
}

/**
 * `EventStore.page` and `EventStore.history` in SQL. Both first select the sequence numbers of a page, using indexes
 * only, then add up the sizes of its events from the newest on, and give only those that fit. The cost of a page does
 * not depend on how much of the history lies before or after it.
 */
export const historySql = (
  sql: SqlClient.SqlClient
): { readonly page: EventStore["Service"]["page"]; readonly ofEntity: EventStore["Service"]["history"] } => {
  const read = Effect.fnUntraced(function* (statement: Statement.Statement<unknown>, { limit, maxBytes }: PageBounds) {
    const found = yield* Effect.flatMap(statement, decodeHistory)
    const bytes = found.at(-1)?.bytesUpTo ?? 0
    return { rows: found.map(rowOf), isLast: found.length < limit && bytes < maxBytes } satisfies HistoryRows
  })

  return {
    page: Effect.fn("EventStore.page")(
      (before, bounds) => read(pageStatement(sql, before, bounds), bounds),
      storageFault("EventStore.page")
    ),
    ofEntity: Effect.fn("EventStore.history")(
      (entityId, before, bounds) => read(entityStatement(sql, entityId, before, bounds), bounds),
      storageFault("EventStore.history")
    )
  }
}
