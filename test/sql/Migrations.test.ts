import { readdirSync } from "node:fs"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as Migrations from "../../src/sql/Migrations.ts"
import { emptyPgliteDatabase, emptyPostgresDatabase, freshDatabase } from "../support/databases.ts"

const { manifest } = Migrations
const names = Object.keys(manifest)

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`
    SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`
  return rows.map(({ name }) => name)
})

const releasedLater = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CREATE TABLE later (id int)`)

describe("Migrations", () => {
  it("has every file of its folder in the manifest", () => {
    const files = readdirSync(new URL("../../src/sql/migrations", import.meta.url)).sort()
    assert.deepStrictEqual(
      files,
      names.map((name) => `${name}.ts`)
    )
  })

  it("numbers them without a gap", () => {
    assert.deepStrictEqual(
      names.map((name) => Number(name.slice(0, 4))),
      names.map((_, index) => index + 1)
    )
  })

  it.effect("lets several servers start at once: one migrates, the others find nothing to do", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const server = Migrations.run(manifest).pipe(Effect.provide(PgClient.layer({ url })))
      const ran = yield* Effect.all([server, server, server, server], { concurrency: "unbounded" })
      assert.deepStrictEqual(ran.flat(), names)
      const keys = SqlClient.SqlClient.use((sql) => sql`SELECT key FROM account_log_key`)
      assert.lengthOf(yield* Effect.provide(keys, PgClient.layer({ url })), 1)
    })
  )
})

const empty = [
  ["PGlite", emptyPgliteDatabase],
  ["PostgreSQL", emptyPostgresDatabase]
] as const

describe.each(empty)("Migrations on %s", (_, database) => {
  layer(Layer.orDie(database))((it) => {
    it.effect("writes nothing when one of them fails", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const broken = { "0001_good": releasedLater, "0002_bad": sql`CREATE TABLE later (id int)` }
        const error = yield* Effect.flip(Migrations.run(broken))
        assert.strictEqual(error._tag, "MigrationError")
        assert.deepStrictEqual(yield* tables, [])
      })
    )

    it.effect("runs what is new, once", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* Migrations.run(manifest), names)
        const first = yield* tables
        assert.include(first, "events")
        assert.deepStrictEqual(yield* Migrations.run(manifest), [])
        assert.deepStrictEqual(yield* tables, first)
      })
    )

    it.effect("refuses a database of a newer release before it writes", () =>
      Effect.gen(function* () {
        const newer = { ...manifest, "9999_later": releasedLater }
        assert.deepStrictEqual(yield* Migrations.run(newer), ["9999_later"])
        const error = yield* Effect.flip(Migrations.run({ ...manifest, "9998_ours": releasedLater }))
        assert.strictEqual(error._tag, "DatabaseUnprepared")
        assert.strictEqual(
          error.message,
          "A newer release has migrated the database to 9999_later; this one knows migrations up to 9998."
        )
      })
    )
  })
})
