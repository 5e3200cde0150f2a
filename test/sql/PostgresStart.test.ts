import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { inject } from "vitest"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"
import { freshDatabase } from "../support/databases.ts"

/** The lines that a start logged, and the message with which it failed. */
const failedStart = (url: string) =>
  Effect.gen(function* () {
    const log: Array<unknown> = []
    const logger = Logger.make(({ message }) => log.push(message))
    const error = yield* Layer.build(PostgresDatabase.layer(Redacted.make(url))).pipe(
      Effect.scoped,
      Effect.flip,
      Effect.provide(Logger.layer([logger]))
    )
    return { error, log: log.flat().map(String) }
  })

const changed = (change: (url: URL) => void) => {
  const url = new URL(inject("postgresUrl"))
  change(url)
  return url.href
}

const { host } = new URL(inject("postgresUrl"))

describe("the start on PostgreSQL", () => {
  it.effect("fails at once on a wrong password, without showing it", () =>
    Effect.gen(function* () {
      const { error, log } = yield* failedStart(changed((url) => Object.assign(url, { password: "sesame" })))
      assert.strictEqual(error._tag, "DatabaseRefused")
      assert.strictEqual(
        error.message,
        `PostgreSQL at ${host}/postgres refuses: password authentication failed for user "postgres".`
      )
      assert.deepStrictEqual(log, [])
      assert.notInclude(JSON.stringify(error), "sesame")
    })
  )

  it.effect("fails at once on an unknown database", () =>
    Effect.gen(function* () {
      const { error, log } = yield* failedStart(changed((url) => Object.assign(url, { pathname: "/nowhere" })))
      assert.strictEqual(error._tag, "DatabaseRefused")
      assert.strictEqual(error.message, `PostgreSQL at ${host}/nowhere refuses: database "nowhere" does not exist.`)
      assert.deepStrictEqual(log, [])
    })
  )

  it.effect("fails at once on a server without the required TLS", () =>
    Effect.gen(function* () {
      const { error, log } = yield* failedStart(`${inject("postgresUrl")}?sslmode=require`)
      assert.strictEqual(error._tag, "DatabaseRefused")
      assert.deepStrictEqual(log, [])
    })
  )

  it.effect("fails at once on an invalid URL, without showing it", () =>
    Effect.gen(function* () {
      const { error } = yield* failedStart("postgres://user:sesame@[host/database")
      assert.strictEqual(error._tag, "DatabaseRefused")
      assert.notInclude(JSON.stringify(error), "sesame")
    })
  )

  it.effect("tries for half a minute, with growing pauses and a line for each, where nobody listens", () =>
    Effect.gen(function* () {
      const start = yield* Effect.forkChild(failedStart("postgres://user:sesame@127.0.0.1:1/database"))
      for (let second = 0; second < 45; second++) {
        yield* TestClock.withLive(Effect.sleep("20 millis"))
        yield* TestClock.adjust("1 second")
      }
      const { error, log } = yield* Fiber.join(start)
      const says = "PostgreSQL at 127.0.0.1:1/database does not answer: connect ECONNREFUSED 127.0.0.1:1."
      assert.strictEqual(error._tag, "DatabaseUnreachable")
      assert.strictEqual(error.message, says)
      const pauses = ["250ms", "500ms", "1s", "2s", "4s", "5s", "5s", "5s", "5s", "5s"]
      assert.deepStrictEqual(
        log,
        pauses.slice(0, log.length).map((pause) => `${says} Trying again in ${pause}.`)
      )
      assert.isAtLeast(log.length, 8)
      assert.notInclude(JSON.stringify(error), "sesame")
    })
  )

  it.effect("refuses a server that is too old", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          CREATE FUNCTION current_setting(text) RETURNS text LANGUAGE sql
          AS $$ SELECT CASE $1 WHEN 'server_version_num' THEN '140011' ELSE '14.11' END $$`
        const [{ name } = { name: "" }] = yield* sql<{ name: string }>`SELECT current_database() AS name`
        yield* sql`ALTER DATABASE ${sql(name)} SET search_path = public, pg_catalog`
      }).pipe(Effect.provide(PostgresDatabase.layer(url)))
      const { error } = yield* failedStart(Redacted.value(url))
      assert.strictEqual(error._tag, "DatabaseTooOld")
      assert.match(error.message, /has version 14\.11; 15 or newer is required\.$/)
    })
  )
})
