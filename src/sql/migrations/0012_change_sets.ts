import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { grantLike } from "../GrantLike.ts"

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
  yield* grantLike("events", "SELECT, INSERT ON event_provenance")
})
