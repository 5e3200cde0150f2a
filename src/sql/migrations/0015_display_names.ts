import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What users are called; null where nobody has said. Servers of the release before neither read nor write it. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE users ADD COLUMN display_name text`
})
