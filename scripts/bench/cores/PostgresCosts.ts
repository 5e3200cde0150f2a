import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { onDatabase } from "../Databases.ts"
import { InvalidRun } from "../InvalidRun.ts"
import { now } from "../ProtocolServer.ts"
import { spread } from "../Spread.ts"

const firstRow = <Row extends object>(statement: string) =>
  SqlClient.SqlClient.use((sql) => sql.unsafe<Row>(statement)).pipe(Effect.map(([row]) => row))

const invalid = (cause: unknown) => new InvalidRun({ message: `PostgreSQL's costs could not be measured: ${cause}.` })

/** The id of a process that lives as long as the server; its siblings are all other processes of the server. */
export const lastingProcess = (url: string) =>
  firstRow<{ pid: number }>("SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'").pipe(
    Effect.map((row) => row?.pid ?? 0),
    onDatabase(url),
    Effect.mapError(invalid)
  )

/** The bytes of write-ahead log that the server has written in its life. */
export const logBytes = (url: string) =>
  firstRow<{ bytes: number }>("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS bytes").pipe(
    Effect.map((row) => Number(row?.bytes ?? 0)),
    onDatabase(url),
    Effect.mapError(invalid)
  )

const commits = 300

/** The median of the microseconds that a small statement takes until it is committed, alone on its connection. */
export const commitMicros = (url: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE TABLE commits (n int)`
    yield* sql`INSERT INTO commits VALUES (0)`
    const took = yield* Effect.forEach(Array.from({ length: commits }), () => {
      const begun = now()
      return Effect.map(sql`UPDATE commits SET n = n + 1`, () => now() - begun)
    })
    yield* sql`DROP TABLE commits`
    return spread(took).median * 1_000
  }).pipe(onDatabase(url), Effect.mapError(invalid))
