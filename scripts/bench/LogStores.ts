import { PgClient } from "@effect/sql-pg"
import { Layer, Logger, Redacted } from "effect"
import * as App from "../../src/App.ts"
import * as EmbeddedDatabase from "../../src/sql/EmbeddedDatabase.ts"
import * as Migrations from "../../src/sql/Migrations.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"

/** A server's settings that say where its log is: on PostgreSQL, or on the embedded database in a folder. */
export type LogPlace = { readonly DATABASE_URL: string } | { readonly DATA_DIR: string }

const postgres = (url: string) => PostgresDatabase.layer(Redacted.make(url)).pipe(Layer.orDie)

const database = (place: LogPlace) =>
  "DATABASE_URL" in place ? postgres(place.DATABASE_URL) : EmbeddedDatabase.layer(place.DATA_DIR).pipe(Layer.orDie)

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
