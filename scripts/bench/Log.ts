import { PgClient } from "@effect/sql-pg"
import { Layer, Logger, Redacted } from "effect"
import * as CheckpointsSql from "../../src/log/projection/CheckpointsSql.ts"
import * as EventStoreSql from "../../src/log/store/EventStoreSql.ts"
import * as Migrations from "../../src/sql/Migrations.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"

/** The log's stores in the database at `url`, which is migrated, and the client they use. */
export const stores = (url: string) =>
  Layer.merge(EventStoreSql.layer, CheckpointsSql.layer).pipe(
    Layer.provideMerge(Layer.provideMerge(Migrations.layer, PostgresDatabase.layer(Redacted.make(url)))),
    Layer.provide(Logger.layer([])),
    Layer.orDie
  )

/** One connection without anything of ours around it. */
export const raw = (url: string) =>
  PgClient.layer({ url: Redacted.make(url), maxConnections: 1, startupParameters: { timezone: "UTC" } }).pipe(
    Layer.orDie
  )
