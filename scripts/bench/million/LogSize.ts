import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The sizes of a log's tables in bytes, with their indexes. */
export const logSize = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [size] = yield* sql<{ readonly events: number; readonly associations: number; readonly checkpoints: number }>`
    SELECT pg_total_relation_size('events')::float8 AS events,
      pg_total_relation_size('associations')::float8 AS associations,
      (pg_total_relation_size('checkpoints') + pg_total_relation_size('checkpoint_parts'))::float8 AS checkpoints`
  return size ?? { events: 0, associations: 0, checkpoints: 0 }
}).pipe(Effect.orDie)
