import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { EntityId } from "../../domain/entities/Ids.ts"
import { storageFault } from "../../sql/StorageFault.ts"
import { decodeHistory, eventBytesExpression, historyColumns } from "./EventRows.ts"
import type { EventStore, HistoryRow, HistoryRows, PageBounds } from "./EventStore.ts"

const rowOf = (columns: Effect.Success<ReturnType<typeof decodeHistory>>[number]): HistoryRow => {
  const { touchedId, touchedType, touchedTransitive, touchedDescription, bytesUpTo: _, ...event } = columns
  const touched =
    touchedId === null || touchedType === null || touchedTransitive === null
      ? null
      : { entityId: touchedId, entityType: touchedType, transitive: touchedTransitive, description: touchedDescription }
  return { event, touched }
}

/**
 * `EventStore.page` and `EventStore.history` in SQL. Both first select the sequence numbers of a page, using indexes
 * only, then add up the sizes of its events from the newest on, and read only those that fit. The cost of a page does
 * not depend on how much of the history lies before or after it.
 */
export const historySql = (
  sql: SqlClient.SqlClient
): { readonly page: EventStore["Service"]["page"]; readonly ofEntity: EventStore["Service"]["history"] } => {
  const columns = sql.literal(historyColumns)
  const serving = sql`(SELECT generation FROM log_head WHERE log = 'main')`

  /** A common table expression `r` with the chosen sequence numbers, their events' sizes and the running total. */
  const withRunningBytes = (chosen: string) =>
    sql.literal(`r AS MATERIALIZED (
      SELECT sequence_number, bytes, sum(bytes) OVER (ORDER BY sequence_number DESC) AS bytes_up_to
      FROM (SELECT e.sequence_number, ${eventBytesExpression} AS bytes FROM ${chosen} c JOIN events e USING (sequence_number)) e
    )`)

  const read = Effect.fnUntraced(function* (statement: Statement.Statement<unknown>, { limit, maxBytes }: PageBounds) {
    const found = yield* Effect.flatMap(statement, decodeHistory)
    const bytes = found.at(-1)?.bytesUpTo ?? 0
    return { rows: found.map(rowOf), isLast: found.length < limit && bytes < maxBytes } satisfies HistoryRows
  })

  const page = (before: number, bounds: PageBounds) =>
    read(
      sql`
        WITH chosen AS MATERIALIZED (
          SELECT sequence_number FROM events WHERE sequence_number < ${before}
          ORDER BY sequence_number DESC LIMIT ${bounds.limit}
        ), ${withRunningBytes("chosen")}
        SELECT ${columns} FROM r
        JOIN events e USING (sequence_number)
        LEFT JOIN associations a
          ON a.generation = ${serving} AND a.entity_id = e.entity_id AND a.sequence_number = e.sequence_number
        WHERE r.bytes_up_to - r.bytes < ${bounds.maxBytes}
        ORDER BY e.sequence_number DESC`,
      bounds
    )

  // Events without an association are searched only as far back as the associations of this page reach.
  const ofEntity = (entityId: EntityId, before: number | null, bounds: PageBounds) => {
    const end = before ?? Number.MAX_SAFE_INTEGER
    return read(
      sql`
        WITH known AS MATERIALIZED (
          SELECT entity_id, sequence_number, entity_type, transitive, description FROM associations
          WHERE generation = ${serving} AND entity_id = ${entityId} AND sequence_number < ${end}
          ORDER BY sequence_number DESC LIMIT ${bounds.limit}
        ), older AS MATERIALIZED (
          SELECT sequence_number FROM events o
          WHERE target_id = ${entityId} AND entity_id IS NOT NULL AND sequence_number < ${end}
            AND sequence_number > (
              SELECT CASE WHEN count(*) < ${bounds.limit} THEN 0 ELSE min(sequence_number) END FROM known
            )
            AND NOT EXISTS (
              SELECT 1 FROM associations s
              WHERE s.generation = ${serving} AND s.entity_id = o.entity_id AND s.sequence_number = o.sequence_number
            )
          ORDER BY sequence_number DESC LIMIT ${bounds.limit}
        ), chosen AS MATERIALIZED (
          SELECT sequence_number FROM (
            SELECT sequence_number FROM known UNION ALL SELECT sequence_number FROM older
          ) both_kinds
          ORDER BY sequence_number DESC LIMIT ${bounds.limit}
        ), ${withRunningBytes("chosen")}
        SELECT ${columns} FROM r
        JOIN events e USING (sequence_number)
        LEFT JOIN known a USING (sequence_number)
        WHERE r.bytes_up_to - r.bytes < ${bounds.maxBytes}
        ORDER BY e.sequence_number DESC`,
      bounds
    )
  }

  return {
    page: Effect.fn("EventStore.page")(page, storageFault("EventStore.page")),
    ofEntity: Effect.fn("EventStore.history")(ofEntity, storageFault("EventStore.history"))
  }
}
