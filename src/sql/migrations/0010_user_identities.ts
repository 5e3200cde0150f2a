import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { grantLike } from "../GrantLike.ts"

/** Who users are at an OpenID provider. Servers of the release before neither read nor write it. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE user_identities (
      issuer text NOT NULL,
      subject text NOT NULL,
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      PRIMARY KEY (issuer, subject),
      UNIQUE (user_id, issuer)
    )`
  yield* grantLike("sessions", "SELECT, INSERT, UPDATE, DELETE ON user_identities")
})
