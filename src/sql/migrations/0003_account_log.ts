import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { grantLike } from "../GrantLike.ts"

/**
 * Records who did what to accounts. `counted_from` is set for entries that count attempts; there is one for each
 * action, name and start of the counted period. A key is the name in the form in which names are compared, empty
 * without a name.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE account_log (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      occurred_at timestamptz(3) NOT NULL,
      actor_name text,
      actor_key text NOT NULL,
      subject_name text,
      subject_key text NOT NULL,
      action text NOT NULL,
      address text,
      request_id text,
      count bigint NOT NULL CHECK (count > 0),
      detail text,
      counted_from timestamptz(3)
    )`
  yield* sql`CREATE INDEX account_log_by_time ON account_log (occurred_at)`
  yield* sql`CREATE INDEX account_log_by_actor ON account_log (actor_key, id)`
  yield* sql`CREATE INDEX account_log_by_subject ON account_log (subject_key, id)`
  yield* sql`CREATE INDEX account_log_unlocked ON account_log (id) WHERE action = 'unlocked'`
  yield* sql`
    CREATE UNIQUE INDEX account_log_counted ON account_log (action, subject_key, counted_from)
    WHERE counted_from IS NOT NULL`
  yield* grantLike("sessions", "SELECT, INSERT, UPDATE, DELETE ON account_log")
})
