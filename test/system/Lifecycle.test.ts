import { existsSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schedule, Schema } from "effect"
import { Client } from "pg"
import { call, signIn } from "../../scripts/support/Calls.ts"
import { createServer } from "../../scripts/support/PostgresServer.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { HistoryPage } from "../../src/api/HistoryApi.ts"
import { migratedDatabase } from "../support/databases.ts"
import { madeFolder } from "../support/madeFolder.ts"

const team = (n: number) => ({
  eventType: "create_team",
  data: { id: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`, name: `Team ${n}`, color: "#123456" }
})

const latestSequence = async (url: string, token: string) =>
  Schema.decodeUnknownSync(HistoryPage)(await (await call(url, token, "/api/history/all")).json()).latestSequence

/** The sequence number of the log's head in the database. */
const headOf = (url: Redacted.Redacted) =>
  Effect.promise(async () => {
    const client = new Client({ connectionString: Redacted.value(url) })
    await client.connect()
    const { rows } = await client.query("SELECT sequence_number::int AS head FROM log_head")
    await client.end()
    return rows[0]?.head
  })

/** Starts a server that fails to start; returns how it ended and its output. */
const failedStart = (env: Record<string, string>) =>
  Effect.map(Effect.flip(ServerProcess.start(env)), ({ output, code }) => ({ lines: output.trim().split("\n"), code }))

describe("Lifecycle of the server", () => {
  it.live("a second server on the same folder exits at once and names the first", () =>
    Effect.gen(function* () {
      const DATA_DIR = yield* madeFolder
      const first = yield* ServerProcess.start({ DATA_DIR })
      const { lines, code } = yield* failedStart({ DATA_DIR })
      assert.strictEqual(code, 1)
      assert.strictEqual(lines.length, 1)
      assert.include(lines[0], `process ${first.pid}`)
    }).pipe(Effect.scoped)
  )

  it.live("a bad ADMIN_PASSWORD stops the first start with one clear line", () =>
    Effect.gen(function* () {
      const DATA_DIR = yield* madeFolder
      const { lines, code } = yield* failedStart({ DATA_DIR, ADMIN_PASSWORD: "short" })
      assert.strictEqual(
        lines.at(-1),
        "Error: ADMIN_PASSWORD is not valid. The password must have 8 to 128 characters."
      )
      assert.strictEqual(code, 1)
    }).pipe(Effect.scoped)
  )

  it.live("a port that is taken stops the start with a clear line", () =>
    Effect.gen(function* () {
      const DATABASE_URL = Redacted.value(yield* migratedDatabase)
      // PostgreSQL listens on this port.
      const { lines, code } = yield* failedStart({ DATABASE_URL, PORT: new URL(DATABASE_URL).port })
      assert.deepStrictEqual(lines, ["Error: PORT can't be used: another program listens on it."])
      assert.strictEqual(code, 1)
    }).pipe(Effect.scoped)
  )

  it.live.each([
    [{ HOST: "300.1.1.1" }, "HOST can't be used: it is no address or name of this machine."],
    [{ HOST: "192.0.2.1" }, "HOST can't be used: it is no address or name of this machine."],
    [{ ARCHIVE_DIR: "/dev/null/x" }, "ARCHIVE_DIR can't be used: a part of its path is not a folder."],
    [{ ARCHIVE_DIR: "/dev/null" }, "ARCHIVE_DIR can't be used: there is a file of that name."],
    [{ ARCHIVE_DIR: "/proc/x" }, "ARCHIVE_DIR can't be used: there is no such file or folder."],
    [{ DECK_TEMPLATE: "/nowhere.pptx" }, "DECK_TEMPLATE can't be used: there is no such file or folder."],
    [{ DATA_DIR: "/proc/x" }, "DATA_DIR can't be used: there is no such file or folder."],
    [
      { DATABASE_URL: "postgres://u:p@h:99999/x" },
      "DATABASE_URL must look like postgres://user:password@host:5432/database."
    ]
  ] as const)("a place that can't be used stops the start before anything is written: %j", ([env, message]) =>
    Effect.gen(function* () {
      const DATA_DIR = join(yield* madeFolder, "data")
      const { lines, code } = yield* failedStart({ DATA_DIR, ...env })
      assert.deepStrictEqual([lines, code], [[`Error: ${message}`], 1])
      assert.isFalse(existsSync(DATA_DIR))
    }).pipe(Effect.scoped)
  )

  it.live(
    "a database that refuses the password stops the start with one clear line, which does not contain the password",
    () =>
      Effect.gen(function* () {
        const wrong = yield* Effect.map(migratedDatabase, (url) => Redacted.value(url).replace(/:[^:@/]+@/, ":wrong@"))
        const refused = yield* failedStart({ DATABASE_URL: wrong })
        assert.strictEqual(refused.code, 1)
        assert.match(refused.lines.at(-1) ?? "", /^Error: .*password/)
        assert.notInclude(refused.lines.join("\n"), "wrong")
      }).pipe(Effect.scoped)
  )

  it.live(
    "while the database is away every request gets 503, since no session can be checked; afterwards all works again",
    () =>
      Effect.gen(function* () {
        const database = yield* Effect.acquireRelease(
          Effect.promise(() => createServer()),
          ({ remove }) => Effect.promise(remove)
        )
        yield* Effect.promise(database.start)
        const { url } = yield* ServerProcess.start({ DATABASE_URL: database.url })
        const token = yield* Effect.promise(() => signIn(url))
        const status = (path: string, body?: unknown) =>
          Effect.promise(async () => {
            const answer = await call(url, token, path, body)
            return [answer.status, answer.headers.get("retry-after")] as const
          })
        assert.deepStrictEqual(yield* status("/api/events", team(1)), [200, null])

        yield* Effect.promise(database.stop)
        assert.deepStrictEqual(yield* status("/api/events", team(2)), [503, "1"])
        assert.deepStrictEqual(yield* status("/api/history/all"), [503, "1"])
        assert.deepStrictEqual(yield* status("/health"), [503, "1"])
        assert.deepStrictEqual(yield* status("/health/live"), [200, null])

        yield* Effect.promise(database.start)
        const healthy = status("/health").pipe(
          Effect.filterOrFail(([code]) => code === 200),
          Effect.retry({ schedule: Schedule.spaced("200 millis") })
        )
        assert.deepStrictEqual(yield* healthy, [200, null])
        assert.deepStrictEqual(yield* status("/api/events", team(3)), [200, null])
        assert.strictEqual(yield* Effect.promise(() => latestSequence(url, token)), 2)
      }).pipe(Effect.scoped)
  )

  it.live("SIGINT: writes under way are answered, then it ends with 0", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const server = yield* ServerProcess.start({ DATABASE_URL: Redacted.value(url) })
      const token = yield* Effect.promise(() => signIn(server.url))
      let answered = 0
      const writing = Promise.all(
        Array.from({ length: 16 }, async (_, writer) => {
          for (let serial = 0; serial < 400; serial++) {
            const body = team(1 + writer * 1_000 + (serial % 10))
            const answer = await call(server.url, token, "/api/events", body).catch(() => undefined)
            if (answer?.status !== 200) return
            answered += 1
          }
        })
      )
      yield* Effect.sync(() => answered).pipe(
        Effect.repeat({ schedule: Schedule.spaced("20 millis"), until: (count) => count > 16 })
      )
      server.kill("SIGINT")
      assert.deepStrictEqual(yield* server.ended, { code: 0, signal: null })
      yield* Effect.promise(() => writing)
      assert.isAbove(answered, 16)
      assert.strictEqual(yield* headOf(url), answered)
    }).pipe(Effect.scoped)
  )
})
