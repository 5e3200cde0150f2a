import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The link with which a user without a password chooses one; null where there is none. Who may write users may write it. A
 * server of the release before neither reads nor clears it: a link counts only while its user has no password.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A link lifts a lock too.
  yield* sql`DROP INDEX account_log_lifting_locks`
  yield* sql`
    CREATE INDEX account_log_lifting_locks ON account_log (id)
    WHERE action IN ('unlocked', 'password_reset', 'user_invited')`
  yield* sql`
    ALTER TABLE users
      ADD COLUMN invitation_hash text UNIQUE,
      ADD COLUMN invitation_expires_at timestamptz(3)`
})
