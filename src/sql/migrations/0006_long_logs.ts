import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * What is read in pages of a long log is found by an index: associations by sequence number, which streams and webhooks
 * that have missed events need and `verify` for every page, and outcomes in the order of an archive.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX associations_by_sequence ON associations (generation, sequence_number)`
  yield* sql`ALTER TABLE outcomes ALTER COLUMN idempotency_key TYPE text COLLATE "C"`
})
