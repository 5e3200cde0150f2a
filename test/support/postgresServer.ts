import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Logger, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { TestProject } from "vitest/node"
import { createServer } from "../../scripts/support/PostgresServer.ts"
import * as Migrations from "../../src/sql/Migrations.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The administrator's URL of the PostgreSQL server that runs for the whole test run. */
    readonly postgresUrl: string
    /** The name of a database there with all tables. To be copied, never connected to, since that would refuse copies. */
    readonly postgresTemplate: string
  }
}

const template = "migrated"

/** Makes a migrated database to copy, since a copy takes a third of the processor time of the migrations. */
const makeTemplate = Effect.fnUntraced(function* (url: string) {
  const administrator = yield* PgClient.make({ url: Redacted.make(url), maxConnections: 1 })
  yield* administrator.unsafe(`CREATE DATABASE ${template}`)
  const target = Redacted.make(Object.assign(new URL(url), { pathname: `/${template}` }).href)
  yield* Effect.provide(Migrations.migrate, Layer.provide(PostgresDatabase.layer(target), Logger.layer([])))
})

export default async (project: TestProject) => {
  const server = await createServer()
  await server.start()
  await Effect.runPromise(Effect.scoped(Effect.provide(makeTemplate(server.url), Reactivity.layer)))
  project.provide("postgresUrl", server.url)
  project.provide("postgresTemplate", template)
  return server.remove
}
