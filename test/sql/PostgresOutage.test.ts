import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Logger, Redacted } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { createServer, type PostgresServer } from "../../scripts/support/PostgresServer.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"
import { isUnavailable, outcomeUnknown } from "../../src/sql/StorageFault.ts"

const server = Effect.acquireRelease(
  Effect.promise(async () => {
    const created = await createServer(["-c", "fsync=off", "-c", "full_page_writes=off"])
    await created.start()
    return created
  }),
  (created) => Effect.promise(created.remove)
)

const connected = (files: PostgresServer, options?: PostgresDatabase.Options) =>
  Effect.provide(PostgresDatabase.layer(Redacted.make(files.url), options))

const facts = (error: SqlError.SqlError) => ({ unavailable: isUnavailable(error), unknown: outcomeUnknown(error) })

/** Freezes the server's main process and its backends until the scope closes. */
const freeze = Effect.fnUntraced(function* (files: PostgresServer) {
  const sql = yield* SqlClient.SqlClient
  const clients = yield* sql<{ pid: number }>`SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'`
  const [main] = readFileSync(join(files.dataDir, "postmaster.pid"), "utf8").split("\n")
  const pids = [Number(main), ...clients.map(({ pid }) => pid)]
  const send = (signal: NodeJS.Signals) =>
    Effect.sync(() => {
      for (const pid of pids) process.kill(pid, signal)
    })
  yield* Effect.acquireRelease(send("SIGSTOP"), () => send("SIGCONT"))
})

describe("PostgresDatabase, when the server", () => {
  it.effect("stops: statements fail at once, and work again when it is back", () =>
    Effect.gen(function* () {
      const files = yield* server
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE kept (id int)`
        yield* Effect.promise(files.stop)
        const insert = Effect.flip(sql`INSERT INTO kept VALUES (1)`)
        const errors = yield* TestClock.withLive(
          Effect.all(
            Array.from({ length: 30 }, () => insert),
            { concurrency: "unbounded" }
          )
        )
        assert.deepStrictEqual(errors.map(facts), Array(30).fill({ unavailable: true, unknown: false }))
        yield* Effect.promise(files.start)
        yield* sql`INSERT INTO kept VALUES (2)`
        assert.deepStrictEqual(yield* sql`SELECT id FROM kept`, [{ id: 2 }])
        // Longer than the test's timeout, so no statement has waited for it.
      }).pipe(connected(files, { timeouts: { connection: Duration.minutes(5), statement: Duration.minutes(5) } }))
    })
  )

  it.effect("is frozen: statements, COMMIT and waits for a connection time out, and work again when it continues", () =>
    Effect.gen(function* () {
      const files = yield* server
      const timeouts = { connection: Duration.seconds(2), statement: Duration.seconds(1) }
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE frozen (id int)`
        yield* Effect.all(
          Array.from({ length: 10 }, () => sql`SELECT pg_sleep(0.05)`),
          { concurrency: "unbounded" }
        )
        yield* Effect.gen(function* () {
          const commit = sql`INSERT INTO frozen VALUES (1)`.pipe(
            Effect.tap(Effect.suspend(() => freeze(files))),
            sql.withTransaction
          )
          const atCommit = yield* TestClock.withLive(Effect.flip(commit))
          assert.deepStrictEqual(facts(atCommit), { unavailable: true, unknown: true })

          const select = Effect.flip(sql`SELECT 1`)
          const errors = yield* TestClock.withLive(
            Effect.all(
              Array.from({ length: 50 }, () => select),
              { concurrency: "unbounded" }
            )
          )
          assert.isTrue(errors.every(isUnavailable))
        }).pipe(Effect.scoped)
        const rows = yield* TestClock.withLive(sql`SELECT count(*)::int <= 1 AS "atMostOnce" FROM frozen`)
        assert.deepStrictEqual(rows, [{ atMostOnce: true }])
      }).pipe(connected(files, { timeouts }))
    })
  )

  it.effect("may lose confirmed data: the start warns of each such setting", () =>
    Effect.gen(function* () {
      const files = yield* server
      const warnings: Array<unknown> = []
      const logger = Logger.make(({ logLevel, message }) => {
        if (logLevel === "Warn") warnings.push(message)
      })
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`ALTER DATABASE postgres SET synchronous_commit = off`
      }).pipe(connected(files))
      yield* Effect.void.pipe(connected(files), Effect.provide(Logger.layer([logger])))
      const place = `PostgreSQL at 127.0.0.1:${files.port}/postgres`
      const why = "a crash there may lose confirmed changes."
      assert.deepStrictEqual(warnings.flat(), [
        `${place} runs with fsync = off: ${why}`,
        `${place} runs with full_page_writes = off: ${why}`,
        `${place} runs with synchronous_commit = off: ${why}`
      ])
    })
  )
})
