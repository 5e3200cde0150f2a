import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { countListeners } from "../../sql/Listener.ts"

/**
 * Records in the head of the log whether this server is the only one that listens. The lock on the head orders this
 * with appends and with other announcements, so the last server to announce has seen all the others.
 */
export const announceListener = (sql: SqlClient.SqlClient, writer: string) =>
  sql`SELECT 1 FROM log_head WHERE log = 'main' FOR UPDATE`.pipe(
    Effect.andThen(sql`
      UPDATE log_head SET only_listener =
        CASE WHEN (${sql.literal(countListeners)}) > 1 THEN NULL ELSE ${writer}::text::uuid END
      WHERE log = 'main'`),
    sql.withTransaction,
    Effect.asVoid
  )
