import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Finds the create events that bring back a deleted entity: like a restore, each needs the state of an earlier event.
 * Finds what was deleted below a parent.
 * Checkpoints of the first version, which are not read any more, are removed.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE INDEX events_bringing_back ON events (sequence_number)
    WHERE starts_with(event_type, 'create_') AND status = 'applied' AND (data ->> 'asOf') IS NOT NULL`
  yield* sql`
    CREATE INDEX associations_deleted ON associations (generation, entity_id, sequence_number)
    WHERE transitive AND starts_with(description, 'deleted ')`
  yield* sql`DELETE FROM checkpoints WHERE version = 1`
})
