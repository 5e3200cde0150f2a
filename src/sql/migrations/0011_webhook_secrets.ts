import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The secret before the present one, which signs too until a time, and how long a receiver asked to be left alone. Servers
 * of the release before leave the new columns as they are.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE webhooks
      ADD COLUMN previous_secret text,
      ADD COLUMN previous_secret_until timestamptz(3),
      ADD COLUMN retry_after_ms integer`
})
