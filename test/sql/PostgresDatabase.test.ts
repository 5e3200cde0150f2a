import { assert, describe, it, layer } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"
import { isUnavailable, outcomeUnknown, sqlState } from "../../src/sql/StorageFault.ts"
import { freshDatabase } from "../support/databases.ts"

const pause = (duration: Duration.Input) => TestClock.withLive(Effect.sleep(duration))

const facts = (error: SqlError.SqlError) => ({ unavailable: isUnavailable(error), unknown: outcomeUnknown(error) })

const database = Layer.unwrap(Effect.map(freshDatabase, (url) => PostgresDatabase.layer(url)))

describe("PostgresDatabase", () => {
  layer(Layer.orDie(database))((it) => {
    it.effect("has its own limits and settings in every session", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`
          SELECT name, current_setting(name) AS setting FROM unnest(ARRAY[
            'application_name', 'default_transaction_isolation', 'idle_in_transaction_session_timeout', 'lock_timeout',
            'statement_timeout', 'TimeZone'
          ]) AS name`
        assert.deepStrictEqual(rows, [
          { name: "application_name", setting: "strategy-planning" },
          { name: "default_transaction_isolation", setting: "read committed" },
          { name: "idle_in_transaction_session_timeout", setting: "5s" },
          { name: "lock_timeout", setting: "15s" },
          { name: "statement_timeout", setting: "30s" },
          { name: "TimeZone", setting: "UTC" }
        ])
      })
    )

    it.effect("does not notice when all its idle connections are terminated", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // While one connection is taken, a statement opens another.
        yield* Effect.scoped(Effect.andThen(sql.reserve, sql`SELECT 1`))
        const others = yield* sql`
          SELECT pg_terminate_backend(pid, 5000) AS done FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`
        assert.deepStrictEqual(others, [{ done: true }])
        const both = Effect.all([sql`SELECT 1 AS one`, sql`SELECT 1 AS one`], { concurrency: 2 })
        assert.deepStrictEqual(yield* both, [[{ one: 1 }], [{ one: 1 }]])
      })
    )

    it.effect("reports a connection terminated inside a transaction, writes nothing of it, and continues to work", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE torn (id int)`
        const terminateInserter = sql`
          SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'idle in transaction'`
        const inTransaction = yield* Effect.forkChild(
          sql`INSERT INTO torn VALUES (1)`.pipe(
            Effect.andThen(pause("300 millis")),
            Effect.andThen(sql`INSERT INTO torn VALUES (2)`),
            sql.withTransaction
          )
        )
        yield* pause("100 millis")
        yield* terminateInserter
        const error = yield* Effect.flip(Fiber.join(inTransaction))
        assert.isTrue(isUnavailable(error))
        assert.deepStrictEqual(yield* sql`SELECT id FROM torn`, [])
      })
    )

    it.effect("can't tell the outcome of a statement whose connection is terminated under way", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const sleeping = yield* Effect.forkChild(sql`SELECT pg_sleep(20)`)
        yield* pause("100 millis")
        yield* sql`
          SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
          WHERE query LIKE 'SELECT pg_sleep%' AND datname = current_database()`
        const error = yield* Effect.flip(Fiber.join(sleeping))
        assert.deepStrictEqual(facts(error), { unavailable: true, unknown: true })
      })
    )

    it.effect("knows the outcome when the server refuses or cancels the statement itself", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const limited = sql`SET LOCAL statement_timeout = 50`.pipe(
          Effect.andThen(sql`SELECT pg_sleep(20)`),
          sql.withTransaction
        )
        const slow = yield* Effect.flip(limited)
        assert.deepStrictEqual([sqlState(slow), facts(slow)], ["57014", { unavailable: true, unknown: false }])
        const wrong = yield* Effect.flip(sql`SELECT 1 / ${0}::int`)
        assert.deepStrictEqual([sqlState(wrong), facts(wrong)], ["22012", { unavailable: false, unknown: false }])
        const full = yield* Effect.flip(sql`DO $$ BEGIN RAISE SQLSTATE '53100'; END $$`)
        assert.deepStrictEqual([sqlState(full), facts(full)], ["53100", { unavailable: true, unknown: false }])
      })
    )
  })

  const impatient = { connection: Duration.millis(300), statement: Duration.millis(300) }

  it.effect("does not wait for ever for a connection", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const holder = yield* Effect.all(
        Array.from({ length: 10 }, () => sql.reserve),
        { concurrency: "unbounded" }
      ).pipe(Effect.andThen(Effect.never), Effect.scoped, Effect.forkChild)
      yield* pause("200 millis")
      const error = yield* Effect.flip(sql`SELECT 1`)
      assert.deepStrictEqual(facts(error), { unavailable: true, unknown: false })
      yield* Fiber.interrupt(holder)
      assert.deepStrictEqual(yield* sql`SELECT 1 AS one`, [{ one: 1 }])
    }).pipe(
      Effect.provide(
        Layer.unwrap(Effect.map(freshDatabase, (url) => PostgresDatabase.layer(url, { timeouts: impatient })))
      )
    )
  )

  it.effect("keeps its timeouts in real time, whatever the clock of the program does", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const slow = yield* Effect.forkChild(sql`SELECT pg_sleep(0.3), 1 AS one`)
      yield* pause("100 millis")
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual((yield* Fiber.join(slow)).length, 1)
    }).pipe(Effect.provide(database))
  )
})
