import { Effect, Layer, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"

/** Runs something on one connection pool to the database of that URL. */
export const on =
  (url: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provide(effect, PostgresDatabase.layer(Redacted.make(url)).pipe(Layer.provide(Logger.layer([]))))

/** Makes a database on the server of that URL; gives its own URL. */
export const create = Effect.fn("Databases.create")(function* (url: string, name: string) {
  yield* SqlClient.SqlClient.use((sql) => sql.unsafe(`CREATE DATABASE ${name}`)).pipe(on(url))
  const fresh = new URL(url)
  fresh.pathname = `/${name}`
  return fresh.href
})
