import { Effect } from "effect"
import { SqlClient } from "effect/sql"

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
  // A server may run as a role that does not own the tables: whoever may write sessions may write identities.
  yield* sql`
    DO $$
    DECLARE other record;
    BEGIN
      FOR other IN
        SELECT DISTINCT grantee FROM pg_class c, aclexplode(c.relacl)
        WHERE c.oid = 'sessions'::regclass AND privilege_type = 'INSERT' AND grantee NOT IN (0, c.relowner)
      LOOP
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON user_identities TO %s', other.grantee::regrole);
      END LOOP;
    END $$`
})
