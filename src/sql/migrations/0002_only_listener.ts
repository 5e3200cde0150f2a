import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The writer id of the only server that listens for notifications. It needs none of what it writes itself. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE log_head ADD COLUMN only_listener uuid`
})
