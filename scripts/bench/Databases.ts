import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as App from "../../src/App.ts"
import * as Migrations from "../../src/sql/Migrations.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"

/** The server's stores on a database, which is migrated, and their SQL client. */
export const stores = (url: string) =>
  App.sqlStores.pipe(
    Layer.provideMerge(Layer.provideMerge(Migrations.layer, PostgresDatabase.layer(Redacted.make(url)))),
    Layer.provide(Logger.layer([])),
    Layer.orDie
  )

/** A single connection, without the settings of `PostgresDatabase`. */
export const rawConnection = (url: string) =>
  PgClient.layer({ url: Redacted.make(url), maxConnections: 1, startupParameters: { timezone: "UTC" } }).pipe(
    Layer.orDie
  )

/** The rows of a statement on the database at `url`. */
export const rowsOf = <Row extends object>(url: string, statement: string) =>
  SqlClient.SqlClient.use((sql) => sql.unsafe<Row>(statement)).pipe(Effect.provide(rawConnection(url)), Effect.orDie)

/** Creates a database on the server at `url`; returns the new database's URL. */
export const create = Effect.fn("Databases.create")(function* (url: string, name: string) {
  yield* rowsOf(url, `CREATE DATABASE ${name}`)
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
})

/** The number of applied events in a log, of ours or of Fastify's. */
export const appliedEvents = (url: string) =>
  rowsOf<{ count: number }>(url, "SELECT count(*)::int AS count FROM events WHERE status = 'applied'").pipe(
    Effect.map(([row]) => row?.count ?? 0)
  )
