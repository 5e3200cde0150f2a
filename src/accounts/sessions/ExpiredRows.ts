import { PgTypes } from "@effect/sql-pg"
import { Clock, Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** The number of rows that one statement deletes, so that none holds locks for long. */
const batchSize = 500

/** Deletes the expired sessions or tokens, in bounded batches, and returns their number. */
export const deleteExpired = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: "sessions" | "tokens") {
  const now = PgTypes.timestamptz(yield* Clock.currentTimeMillis)
  let purged = 0
  let step = 0
  do {
    const rows = yield* sql`
      DELETE FROM ${sql(table)} WHERE id IN (
        SELECT id FROM ${sql(table)} WHERE expires_at <= ${now} LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
      )
      RETURNING 1`
    step = rows.length
    purged += step
  } while (step === batchSize)
  return purged
})
