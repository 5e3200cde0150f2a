import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as App from "../../src/App.ts"
import * as EmbeddedDatabase from "../../src/sql/EmbeddedDatabase.ts"
import * as Migrations from "../../src/sql/Migrations.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"

/** A server's settings that say where its log is: on PostgreSQL, or on the embedded database in a folder. */
export type LogPlace = { readonly DATABASE_URL: string } | { readonly DATA_DIR: string }

const database = (place: LogPlace) =>
  "DATABASE_URL" in place
    ? Layer.orDie(PostgresDatabase.layer(Redacted.make(place.DATABASE_URL)))
    : Layer.orDie(EmbeddedDatabase.layer(place.DATA_DIR))

/** The server's stores on a database, which is migrated, and their SQL client. */
export const storesAt = (place: LogPlace) =>
  App.sqlStores.pipe(
    Layer.provideMerge(Layer.provideMerge(Migrations.layer, database(place))),
    Layer.provide(Logger.layer([])),
    Layer.orDie
  )

/** `storesAt` on PostgreSQL. */
export const stores = (url: string) => storesAt({ DATABASE_URL: url })

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
  const fresh = new URL(url)
  fresh.pathname = `/${name}`
  return fresh.href
})

/** The number of applied events in a log, of ours or of Fastify's. */
export const appliedEvents = (url: string) =>
  rowsOf<{ count: number }>(url, "SELECT count(*)::int AS count FROM events WHERE status = 'applied'").pipe(
    Effect.map(([row]) => row?.count ?? 0)
  )
