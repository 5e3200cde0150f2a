import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The writer of the one server that listens for notifications: nobody else needs one of what it writes itself. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE log_head ADD COLUMN only_listener uuid`
})
