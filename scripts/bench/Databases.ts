import { Effect, Layer, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"

/** Runs an effect with a connection pool to the database at `url`. */
export const onDatabase =
  (url: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provide(effect, PostgresDatabase.layer(Redacted.make(url)).pipe(Layer.provide(Logger.layer([]))))

/** Creates a database on the server at `url`; returns the new database's URL. */
export const create = Effect.fn("Databases.create")(function* (url: string, name: string) {
  yield* SqlClient.SqlClient.use((sql) => sql.unsafe(`CREATE DATABASE ${name}`)).pipe(onDatabase(url))
  const fresh = new URL(url)
  fresh.pathname = `/${name}`
  return fresh.href
})

/** The number of applied events in a log, of ours or of Fastify's. */
export const appliedEvents = (url: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ count: number }>`SELECT count(*)::int AS count FROM events WHERE status = 'applied'`
  ).pipe(
    Effect.map(([row]) => row?.count ?? 0),
    onDatabase(url),
    Effect.orDie
  )
