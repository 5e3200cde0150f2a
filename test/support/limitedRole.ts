import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Logger, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Migrations from "../../src/sql/Migrations.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"
import { freshDatabase } from "./databases.ts"

/** Runs statements on the database as its owner. */
export const asOwner = (url: Redacted.Redacted, statements: ReadonlyArray<string>) =>
  Effect.scoped(
    Effect.flatMap(PgClient.make({ url, maxConnections: 1 }), (sql) =>
      Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
    )
  ).pipe(Effect.provide(Reactivity.layer), Effect.orDie)

interface LimitedRole {
  readonly name: string
  /** The URL of the same database for this role. */
  readonly url: Redacted.Redacted
}

/** A role that may sign in and has no other rights than PUBLIC; dropped when the scope closes. */
export const limitedRole = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const limited = new URL(Redacted.value(url))
  const name = `limited_${limited.pathname.slice(1)}`
  limited.username = name
  limited.password = "choose one"
  yield* Effect.acquireRelease(asOwner(url, [`CREATE ROLE ${name} LOGIN PASSWORD 'choose one'`]), () =>
    asOwner(url, [`DROP OWNED BY ${name}`, `DROP ROLE ${name}`])
  )
  return { name, url: Redacted.make(limited.href) } satisfies LimitedRole
})

/** A new, migrated database with its owner's URL and that of a role that may only use the tables. */
export const servedDatabase = Effect.gen(function* () {
  const owner = yield* freshDatabase
  yield* Migrations.run(Migrations.manifest).pipe(
    Effect.provide(PostgresDatabase.layer(owner).pipe(Layer.provide(Logger.layer([]))))
  )
  const role = yield* limitedRole(owner)
  yield* asOwner(owner, [`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role.name}`])
  return { owner, ...role }
})
