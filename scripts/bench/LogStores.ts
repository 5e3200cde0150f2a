import { PgClient } from "@effect/sql-pg"
import { Layer, Logger, Redacted } from "effect"
import * as CheckpointsSql from "../../src/log/projection/CheckpointsSql.ts"
import * as EventStoreSql from "../../src/log/store/EventStoreSql.ts"
import * as Migrations from "../../src/sql/Migrations.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"

/** The log's stores on the database at `url`, which is migrated, and their SQL client. */
export const stores = (url: string) =>
  Layer.merge(EventStoreSql.layer, CheckpointsSql.layer).pipe(
    Layer.provideMerge(Layer.provideMerge(Migrations.layer, PostgresDatabase.layer(Redacted.make(url)))),
    Layer.provide(Logger.layer([])),
    Layer.orDie
  )

/** A single connection, without the settings of `PostgresDatabase`. */
export const rawConnection = (url: string) =>
  PgClient.layer({ url: Redacted.make(url), maxConnections: 1, startupParameters: { timezone: "UTC" } }).pipe(
    Layer.orDie
  )
