import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Whether texts were taken out of the tables, whose files may still have them. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE log_head ADD COLUMN rewrite_pending boolean NOT NULL DEFAULT FALSE`
})
