import { PgTypes } from "@effect/sql-pg"
import { Array, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { arrayParameter, uuids } from "../../sql/Values.ts"

/** The number of rows that one statement changes, so that none holds locks for long. */
const batchSize = 500

/**
 * Moves the times of latest use of sessions or tokens forward, given in Unix milliseconds by id. A row that somebody else
 * is changing is left out instead of waited for: it is ending, or another server notes its use.
 */
export const storeUses = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { table, column }: { readonly table: "sessions" | "tokens"; readonly column: "last_seen_at" | "last_used_at" },
  uses: ReadonlyMap<string, number>
) {
  for (const step of Array.chunksOf([...uses], batchSize)) {
    const ids = uuids(step.map(([id]) => id))
    const times = arrayParameter(
      step.map(([, at]) => at),
      PgTypes.OID.float8
    )
    yield* sql`
      WITH uses AS (SELECT * FROM unnest(${ids}, ${times}) AS u (id, at)),
      free AS (SELECT id FROM ${sql(table)} WHERE id IN (SELECT id FROM uses) FOR UPDATE SKIP LOCKED)
      UPDATE ${sql(table)} t SET ${sql(column)} = to_timestamp(u.at / 1000)
      FROM uses u JOIN free f ON f.id = u.id
      WHERE t.id = u.id AND (t.${sql(column)} IS NULL OR t.${sql(column)} < to_timestamp(u.at / 1000))`
  }
})
