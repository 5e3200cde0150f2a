import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rowDecoder } from "../../sql/RowDecoder.ts"
import { storageFault } from "../../sql/StorageFault.ts"
import type { Progress } from "./GenerationBuild.ts"

/**
 * PostgreSQL keeps what was changed in the files of its tables and in its write-ahead log. After a redaction, whose
 * transaction sets `rewrite_pending`, the tables are written anew without it. A rewrite that was interrupted is begun again.
 */

const decodePending = rowDecoder(Schema.Tuple([Schema.Struct({ pending: Schema.Boolean })]))

/** Whether texts were taken out of tables that have not been rewritten since. */
export const isPending = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [{ pending }] = yield* Effect.flatMap(
    sql`SELECT rewrite_pending AS pending FROM log_head WHERE log = 'main'`,
    decodePending
  )
  return pending
}).pipe(storageFault("TableRewrite.isPending"))

const decodeTables = rowDecoder(Schema.Array(Schema.Struct({ name: Schema.String, bytes: Schema.Number })))

/** The tables of this service, the largest first, with their sizes on disk. */
const tables = SqlClient.SqlClient.use((sql) =>
  Effect.flatMap(
    sql`
      SELECT t.relname AS name, pg_total_relation_size(t.oid)::float8 AS bytes
      FROM pg_class t JOIN pg_class e ON e.oid = 'events'::regclass
      WHERE t.relkind = 'r' AND t.relnamespace = e.relnamespace AND t.relowner = e.relowner
      ORDER BY 2 DESC`,
    decodeTables
  )
)

const sumOf = (found: ReadonlyArray<{ readonly bytes: number }>): number =>
  found.reduce((sum, { bytes }) => sum + bytes, 0)

/** How often the size of its tables a redaction writes: all events anew, a new generation of histories, all tables anew. */
const copies = 3

/** The least that the write-ahead log grows by: its files have 16 MiB. */
const leastLogBytes = 3 * 16 * 1_048_576

/** The disk that a redaction may need for a while, in bytes. Only the embedded database has its write-ahead log with it. */
export const bytesNeeded = (isEmbedded: boolean) =>
  Effect.map(tables, (found) => copies * sumOf(found) * (isEmbedded ? 2 : 1) + (isEmbedded ? leastLogBytes : 0)).pipe(
    storageFault("TableRewrite.bytesNeeded")
  )

const decodeOthers = rowDecoder(Schema.Array(Schema.Struct({ pid: Schema.Int })))

/**
 * Sessions of others with an open transaction. While there is one, PostgreSQL keeps what it may still see, in rewritten
 * tables too.
 */
export const openTransactions = SqlClient.SqlClient.use((sql) =>
  Effect.flatMap(
    sql`
      SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
        AND backend_xmin IS NOT NULL`,
    decodeOthers
  )
).pipe(storageFault("TableRewrite.openTransactions"))

const decodeCount = rowDecoder(Schema.Tuple([Schema.Struct({ count: Schema.Int })]))

/**
 * Removes the files of the write-ahead log that have the changes. PostgreSQL uses old files again, and has some ready: the log
 * is moved on beyond all of them. Only for the embedded database, whose only session is this one.
 */
const removeWriteAheadLog = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  yield* sql`SET wal_recycle = off`
  const [{ count }] = yield* Effect.flatMap(sql`SELECT count(*)::int AS count FROM pg_ls_waldir()`, decodeCount)
  for (let moved = 0; moved < count; moved++) {
    yield* sql`SELECT pg_logical_emit_message(FALSE, 'strategy', '')::text`
    yield* sql`SELECT pg_switch_wal()::text`
  }
  yield* sql`CHECKPOINT`
  yield* sql`RESET wal_recycle`
})

/** Writes all tables anew, and their statistics, which have values of them. Not to be run in a transaction. */
export const run = Effect.fn("TableRewrite.run")(function* (progress: Progress, isEmbedded: boolean) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* tables
  let done = 0
  for (const { name, bytes } of found) {
    yield* sql`VACUUM (FULL, ANALYZE) ${sql(name)}`
    done += bytes
    yield* progress(done, sumOf(found))
  }
  yield* sql`VACUUM (FULL) pg_catalog.pg_statistic`
  if (isEmbedded) yield* removeWriteAheadLog(sql)
  yield* sql`UPDATE log_head SET rewrite_pending = FALSE WHERE log = 'main'`
}, storageFault("TableRewrite.run"))

/** Tells operators that a redaction is to be completed. */
export const warning = Effect.flatMap(isPending, (pending) =>
  pending
    ? Effect.logWarning(
        "A redaction was interrupted: files of the database may still have what was taken out. Stop the server and run it again."
      )
    : Effect.void
)
