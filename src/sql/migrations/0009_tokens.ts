import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { grantLike } from "../GrantLike.ts"

/** Tokens, and what is shown of sessions. Servers of the release before leave the new columns of sessions empty. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE sessions
      ADD COLUMN last_seen_at timestamptz(3),
      ADD COLUMN address text,
      ADD COLUMN user_agent text`
  yield* sql`
    CREATE TABLE tokens (
      id uuid PRIMARY KEY,
      token_hash text NOT NULL UNIQUE,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      name text NOT NULL,
      scope text NOT NULL CHECK (scope IN ('read', 'write', 'admin', 'feed')),
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      last_used_at timestamptz(3)
    )`
  yield* sql`CREATE INDEX tokens_by_user ON tokens (user_id)`
  yield* sql`CREATE INDEX tokens_by_expiry ON tokens (expires_at)`
  // A reset password lifts a lock too. The release before reads by `account_log_unlocked`.
  yield* sql`
    CREATE INDEX account_log_lifting_locks ON account_log (id) WHERE action IN ('unlocked', 'password_reset')`
  yield* grantLike("sessions", "SELECT, INSERT, UPDATE, DELETE ON sessions, tokens")
})
