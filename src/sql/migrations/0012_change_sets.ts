import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What is recorded beside the log: the token that an event came with, and its change set. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE event_provenance (
      sequence_number bigint PRIMARY KEY,
      token_name text,
      change_set_id uuid,
      change_set_name text,
      undoes bigint,
      CHECK ((change_set_id IS NULL) = (change_set_name IS NULL))
    )`
  yield* sql`
    CREATE INDEX event_provenance_by_change_set ON event_provenance (change_set_id, sequence_number)
    WHERE change_set_id IS NOT NULL`
  yield* sql`CREATE INDEX event_provenance_by_undone ON event_provenance (undoes) WHERE undoes IS NOT NULL`
  // A server may run as a role that does not own the tables: whoever may write events may write this.
  yield* sql`
    DO $$
    DECLARE other record;
    BEGIN
      FOR other IN
        SELECT DISTINCT grantee FROM pg_class c, aclexplode(c.relacl)
        WHERE c.oid = 'events'::regclass AND privilege_type = 'INSERT' AND grantee NOT IN (0, c.relowner)
      LOOP
        EXECUTE format('GRANT SELECT, INSERT ON event_provenance TO %s', other.grantee::regrole);
      END LOOP;
    END $$`
})
