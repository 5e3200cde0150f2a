import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * This index of create events that bring back a deleted entity looks at the data of applied events only, whatever order
 * PostgreSQL evaluates a condition in: those of rejected events may be more than it reads. The index before it stays for
 * servers of release 1.0 that run meanwhile, and is to be dropped by the release after this one.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE INDEX events_brought_back ON events (sequence_number)
    WHERE CASE status WHEN 'applied' THEN starts_with(event_type, 'create_') AND (data ->> 'asOf') IS NOT NULL END`
})
