import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { SequenceNumber } from "../../domain/entities/Ids.ts"
import { rowDecoder } from "../../sql/RowDecoder.ts"

const decodeRemoved = rowDecoder(
  Schema.Array(Schema.Struct({ generation: Schema.Int, sequenceNumber: SequenceNumber, rows: Schema.Int }))
)

/** The place of a row of derived data. */
interface Place {
  readonly generation: number
  readonly sequenceNumber: number
}

const firstPlace: Place = { generation: 0, sequenceNumber: 0 }

/** Up to `limit` rows from a place on; which ones, PostgreSQL's `ctid` says. */
export const unusedRows = (
  sql: SqlClient.SqlClient,
  table: string,
  isUnused: Statement.Fragment,
  { generation, sequenceNumber }: Place,
  limit: number
) => sql`
  SELECT ctid FROM ${sql(table)}
  WHERE ${isUnused} AND (generation, sequence_number) >= (${generation}::int, ${sequenceNumber}::bigint)
  ORDER BY generation, sequence_number LIMIT ${limit}`

/**
 * Makes an effect that removes some rows and gives their number. Each run continues where the one before ended: removed rows
 * stay in an index until the table is vacuumed, and to pass them over again would cost more with every run.
 */
export const makeRemoval = (sql: SqlClient.SqlClient, table: string, isUnused: Statement.Fragment, limit: number) => {
  let next = firstPlace

  const remove = Effect.suspend(
    () => sql`
    WITH gone AS (
      DELETE FROM ${sql(table)} WHERE ctid = ANY (ARRAY(${unusedRows(sql, table, isUnused, next, limit)}))
      RETURNING generation, sequence_number
    )
    SELECT generation, max(sequence_number)::float8 AS "sequenceNumber", count(*)::int AS rows
    FROM gone GROUP BY generation ORDER BY generation`
  ).pipe(
    Effect.flatMap(decodeRemoved),
    Effect.map((removed) => {
      next = removed.at(-1) ?? firstPlace
      return removed.reduce((sum, { rows }) => sum + rows, 0)
    })
  )

  return Effect.suspend(() => {
    const isFromFirst = next === firstPlace
    return Effect.flatMap(remove, (rows) => (rows > 0 || isFromFirst ? Effect.succeed(rows) : remove))
  })
}
