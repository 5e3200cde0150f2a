import { spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, renameSync, rmSync } from "node:fs"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { PgTypes } from "@effect/sql-pg"
import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, FileSystem, Layer, Logger, Path, Result } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as EmbeddedDatabase from "../../src/sql/EmbeddedDatabase.ts"
import { isUnavailable, outcomeUnknown } from "../../src/sql/StorageFault.ts"
import { emptyPgliteDatabase } from "../support/databases.ts"
import { madeFolder } from "../support/madeFolder.ts"

const tempFolder = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  return path.join(yield* fs.makeTempDirectoryScoped(), "data")
}).pipe(Effect.provide(NodeServices.layer))

describe("EmbeddedDatabase", () => {
  layer(emptyPgliteDatabase)((it) => {
    it.effect("runs the transactions of fifty fibers one after the other", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE counter (value int NOT NULL)`
        yield* sql`INSERT INTO counter VALUES (0)`
        const increment = Effect.gen(function* () {
          const [row] = yield* sql<{ value: number }>`SELECT value FROM counter`
          yield* Effect.yieldNow
          yield* sql`UPDATE counter SET value = ${(row?.value ?? 0) + 1}`
        }).pipe(sql.withTransaction)
        const glance = sql<{ value: number }>`SELECT value FROM counter`
        yield* Effect.all(
          Array.from({ length: 50 }, () => Effect.all([increment, glance], { concurrency: 2 })),
          { concurrency: "unbounded", discard: true }
        )
        assert.deepStrictEqual(yield* glance, [{ value: 50 }])
      })
    )

    it.effect("rolls back an interrupted transaction before the next statement runs", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE interrupted (id int)`
        const inserted = yield* Deferred.make<void>()
        const transaction = yield* sql`INSERT INTO interrupted VALUES (1)`.pipe(
          Effect.andThen(Deferred.succeed(inserted, undefined)),
          Effect.andThen(Effect.never),
          sql.withTransaction,
          Effect.forkChild
        )
        yield* Deferred.await(inserted)
        const waiting = yield* Effect.forkChild(sql`SELECT id FROM interrupted`)
        yield* TestClock.withLive(Effect.sleep("20 millis"))
        assert.isUndefined(waiting.pollUnsafe())
        yield* Fiber.interrupt(transaction)
        assert.deepStrictEqual(yield* Fiber.join(waiting), [])
      })
    )

    it.effect("carries answers and parameters of many megabytes", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const text = "x".repeat(5_000_000)
        assert.deepStrictEqual(yield* sql`SELECT ${text}::text AS text, ${text}::text AS again`, [
          { text, again: text }
        ])
        const rows = yield* sql`SELECT repeat('y', 1000) AS y FROM generate_series(1, 10000)`
        assert.strictEqual(rows.length, 10_000)
      })
    )

    it.effect("writes nothing of a statement with one bad row, and continues to work", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE batch (id int PRIMARY KEY)`
        const insert = (ids: ReadonlyArray<number>) =>
          sql`INSERT INTO batch SELECT * FROM unnest(${Result.getOrThrow(PgTypes.array(ids, PgTypes.OID.int4))})`
        const error = yield* Effect.flip(insert([1, 2, 2, 3]))
        assert.strictEqual(error.reason._tag, "UniqueViolation")
        assert.isFalse(outcomeUnknown(error))
        assert.deepStrictEqual(yield* sql`SELECT * FROM batch`, [])
        yield* insert([1, 2, 3])
        assert.deepStrictEqual(yield* sql`SELECT * FROM batch ORDER BY id`, [{ id: 1 }, { id: 2 }, { id: 3 }])
      })
    )

    it.effect("starts a clean session after a connection that broke inside a transaction", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE broken (id int)`
        const beyondTheClient = sql`INSERT INTO broken VALUES (1)`.pipe(
          Effect.andThen(sql`SELECT repeat('x', 270000000)`),
          sql.withTransaction
        )
        const error = yield* Effect.flip(beyondTheClient)
        assert.strictEqual(error.reason._tag, "ConnectionError")
        assert.isTrue(outcomeUnknown(error))
        assert.deepStrictEqual(yield* sql`SELECT id FROM broken`, [])
        yield* sql`INSERT INTO broken VALUES (2)`.pipe(sql.withTransaction)
        assert.deepStrictEqual(yield* sql`SELECT id FROM broken`, [{ id: 2 }])
      })
    )
  })

  it.effect("keeps its data, and locks its folder", () =>
    Effect.gen(function* () {
      const dataDir = yield* madeFolder
      const opened = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
        effect.pipe(Effect.provide(EmbeddedDatabase.layer(dataDir)))
      const write = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE kept (id int)`
        yield* sql`INSERT INTO kept VALUES (1)`
        return yield* Effect.exit(opened(SqlClient.SqlClient))
      })
      const second = yield* opened(write)
      assert.isTrue(Exit.isFailure(second))
      const rows = yield* opened(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT id FROM kept`))
      assert.deepStrictEqual(rows, [{ id: 1 }])
    })
  )

  it.effect.runIf(process.getuid?.() === 0)("names the file of another user where it can't be opened", () =>
    Effect.gen(function* () {
      const dataDir = yield* madeFolder
      rmSync(`${dataDir}/postgres/global/pg_control`)
      chownSync(`${dataDir}/postgres/PG_VERSION`, 10_001, 10_001)
      const { message } = yield* Effect.flip(Layer.build(EmbeddedDatabase.layer(dataDir)))
      assert.include(message, "PG_VERSION in it belongs to another user, with id 10001.")
    })
  )

  it.effect("fails at once after PGlite has stopped, and has the committed data at the next start", () =>
    Effect.gen(function* () {
      const dataDir = yield* madeFolder
      const wal = `${dataDir}/postgres/pg_wal`
      const away = `${dataDir}/pg_wal`
      const logged: Array<unknown> = []
      const logger = Logger.make(({ logLevel, message }) => {
        if (logLevel === "Fatal") logged.push(message)
      })
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE stopped (id int)`
        yield* sql`INSERT INTO stopped VALUES (1)`
        renameSync(wal, away)
        yield* sql`SELECT pg_switch_wal()::text`
        const insert = sql`INSERT INTO stopped VALUES (2)`
        const errors = yield* Effect.all([Effect.flip(insert), Effect.flip(insert), Effect.flip(sql`SELECT 1`)])
        assert.deepStrictEqual(errors.map(outcomeUnknown), [true, false, false])
        assert.isTrue(errors.every(isUnavailable))
      }).pipe(Effect.provide(EmbeddedDatabase.layer(dataDir).pipe(Layer.provide(Logger.layer([logger])))))
      assert.match(String(logged), /^The embedded database has stopped: could not create file .* No such file/)

      renameSync(away, wal)
      const rows = yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT id FROM stopped`).pipe(
        Effect.provide(EmbeddedDatabase.layer(dataDir))
      )
      assert.deepStrictEqual(rows, [{ id: 1 }])
    })
  )

  it.effect("has all confirmed rows of a killed process, and starts after a kill during the first start", () =>
    Effect.gen(function* () {
      const dataDir = yield* tempFolder
      const program = fileURLToPath(new URL("embeddedWriter.ts", import.meta.url))
      const run = (enough: (line: string) => boolean) =>
        Effect.promise(async () => {
          const child = spawn(process.execPath, [program, dataDir], {
            stdio: ["ignore", "pipe", "inherit"]
          })
          let last = ""
          for await (const line of createInterface(child.stdout)) {
            last = line
            if (enough(line)) break
          }
          const gone = once(child, "exit")
          child.kill("SIGKILL")
          await gone
          return last
        })

      yield* run((line) => line === "opening").pipe(Effect.andThen(TestClock.withLive(Effect.sleep("500 millis"))))
      const written = Number(yield* run((line) => Number(line) >= 500))
      const [{ count } = { count: 0 }] = yield* Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ count: number }>`SELECT count(*)::int AS count FROM written`
      ).pipe(Effect.provide(EmbeddedDatabase.layer(dataDir)))
      assert.isAtLeast(count, written)
      assert.isAtLeast(written, 500)
    })
  )
})
