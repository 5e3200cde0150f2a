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
