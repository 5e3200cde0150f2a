import { randomUUID } from "node:crypto"
import { openAsBlob } from "node:fs"
import { PgClient } from "@effect/sql-pg"
import { PGlite } from "@electric-sql/pglite"
import { Effect, Layer, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import * as EmbeddedDatabase from "../../src/sql/EmbeddedDatabase.ts"
import * as Migrations from "../../src/sql/Migrations.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"

const administrator = PgClient.make({ url: Redacted.make(inject("postgresUrl")), maxConnections: 1 }).pipe(
  Effect.provide(Reactivity.layer)
)

const administer = (statement: string) =>
  Effect.scoped(Effect.flatMap(administrator, (sql) => sql.unsafe(statement))).pipe(Effect.asVoid, Effect.orDie)

const copyOf = (template: string) =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      const name = `test_${randomUUID().replaceAll("-", "")}`
      yield* administer(`CREATE DATABASE ${name} TEMPLATE ${template}`)
      return name
    }),
    (name) => administer(`DROP DATABASE ${name} WITH (FORCE)`)
  ).pipe(
    Effect.map((name) => {
      const url = new URL(inject("postgresUrl"))
      url.pathname = `/${name}`
      return Redacted.make(url.href)
    })
  )

/** The URL of a new, empty database on the test server; it is dropped when the scope closes. */
export const freshDatabase = copyOf("template1")

/** A new, empty database on the test server. */
export const emptyPostgresDatabase = Layer.unwrap(Effect.map(freshDatabase, (url) => PostgresDatabase.layer(url)))

/** Gives a copied log a new epoch, as the migrations do. */
const newEpoch = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE log_head SET epoch = gen_random_uuid()`)

const templateCopy = copyOf(inject("postgresTemplate"))

/** The URL of a new, migrated database on the test server; it is dropped when the scope closes. */
export const migratedDatabase = Effect.tap(templateCopy, (url) =>
  Effect.provide(Effect.orDie(newEpoch), PostgresDatabase.layer(url))
)

/** A new database with all migrations on the test server. */
export const postgresDatabase = Layer.unwrap(Effect.map(templateCopy, (url) => PostgresDatabase.layer(url))).pipe(
  (copy) => Layer.provideMerge(Layer.effectDiscard(newEpoch), copy),
  Layer.orDie
)

/** The PGlites of this worker that are not in use. Making one takes nearly a second, emptying one a few milliseconds. */
const idle: Array<PGlite> = []

const openPglite = async (): Promise<PGlite> =>
  PGlite.create("memory://", { loadDataDir: await openAsBlob(inject("embeddedImage")) })

/** Empties a PGlite and keeps it for the next test; one that has stopped cannot be emptied and is dropped. */
const giveBack = async (db: PGlite): Promise<void> => {
  try {
    await db.exec("ROLLBACK")
    // Sent alone, since statements sent together are one transaction, in which PostgreSQL refuses this one.
    await db.exec("DISCARD ALL")
    await db.exec("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    idle.push(db)
  } catch {
    await db.close()
  }
}

/** A new, empty embedded database, in memory. */
export const emptyPgliteDatabase = EmbeddedDatabase.layerOn(
  Effect.acquireRelease(
    Effect.promise(async () => idle.pop() ?? openPglite()),
    (db) => Effect.promise(() => giveBack(db))
  )
)

/** A new embedded database with all migrations, in memory. */
const pgliteDatabase = Layer.orDie(Layer.provideMerge(Migrations.layer, emptyPgliteDatabase))

/** The databases that a store's contract suite runs on: `describe.each(databases)("Store on %s", (_, database) => …)`. */
export const databases = [
  ["PGlite", pgliteDatabase],
  ["PostgreSQL", postgresDatabase]
] as const
