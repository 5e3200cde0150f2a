import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Reduces the database to a backup from right after event `last`, with the same epoch. */
export const restoreBackup = (last: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`ALTER TABLE events DISABLE TRIGGER events_are_kept`
        yield* sql`DELETE FROM events WHERE sequence_number > ${last}`
        yield* sql`DELETE FROM associations WHERE sequence_number > ${last}`
        yield* sql`UPDATE log_head SET sequence_number = ${last}`
        yield* sql`ALTER TABLE events ENABLE TRIGGER events_are_kept`
      })
    )
  )
