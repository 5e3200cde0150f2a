import { createServer } from "node:net"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted, Schedule, Schema } from "effect"
import { Client } from "pg"
import { call, signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import * as FolderLock from "../../src/sql/FolderLock.ts"
import * as RawAnswers from "../http/requests/RawAnswers.ts"
import { migratedDatabase } from "../support/databases.ts"
import { open } from "../support/EventStream.ts"
import { madeFolder } from "../support/madeFolder.ts"

const team = { eventType: "create_team", data: { name: "Alpha", color: "#123456" } }

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The id of the server's process, from the file in its data folder. */
const serverPid = Effect.fnUntraced(
  function* (dataDir: string) {
    const inUse = yield* Effect.flip(Effect.scoped(FolderLock.acquire(dataDir)))
    return Number(/process (\d+)/.exec(inUse.message)?.[1])
  },
  Effect.provide([NodeFileSystem.layer, NodePath.layer])
)

const isPortFree = (url: string) =>
  Effect.callback<boolean>((resume) => {
    const server = createServer()
    server.once("error", () => resume(Effect.succeed(false)))
    server.listen(Number(new URL(url).port), "127.0.0.1", () => server.close(() => resume(Effect.succeed(true))))
  })

/** The messages of the log, from the one on that announces the stop. */
const stopLines = (output: string): ReadonlyArray<string> => {
  const texts = output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => String(JSON.parse(line).message))
  return texts.slice(texts.findIndex((text) => text.startsWith("Stopping ")))
}

describe("npm start", { concurrent: true }, () => {
  const ways = [
    { way: "SIGTERM to npm alone", signal: "SIGTERM", send: (pid: number) => process.kill(pid, "SIGTERM") },
    { way: "SIGTERM to npm's group", signal: "SIGTERM", send: (pid: number) => process.kill(-pid, "SIGTERM") },
    { way: "SIGINT to npm's group, as Ctrl-C", signal: "SIGINT", send: (pid: number) => process.kill(-pid, "SIGINT") }
  ] as const

  it.live.each(ways)("$way stops the server once, and in order", ({ signal, send }) =>
    Effect.gen(function* () {
      const dataDir = yield* madeFolder
      const npm = yield* ServerProcess.npmStart({ DATA_DIR: dataDir })
      const pid = yield* serverPid(dataDir)
      assert.notStrictEqual(pid, npm.pid)
      const token = yield* Effect.promise(() => signIn(npm.url))
      const stream = open({ url: npm.url, token })
      yield* Effect.promise(() => stream.waitFor(({ event }) => event === "ready", 120_000))

      send(npm.pid ?? 0)
      assert.deepStrictEqual(yield* npm.ended, { code: 0, signal: null }, npm.output())
      assert.deepStrictEqual(yield* Effect.promise(() => stream.ended), { how: "end", reason: "shutdown" })
      assert.isFalse(isAlive(pid))
      assert.isTrue(yield* isPortFree(npm.url))
      yield* Effect.scoped(FolderLock.acquire(dataDir)).pipe(Effect.provide([NodeFileSystem.layer, NodePath.layer]))
      assert.deepStrictEqual(stopLines(npm.output()), [
        `Stopping on ${signal}: 0 requests to be answered, 0 requests still arriving, 1 stream to end.`,
        "Stopped. All resources are released."
      ])
    }).pipe(Effect.scoped)
  )
})

/** Locks the log's head on a connection of its own, so that nothing can be written until `unlock` or the end of the scope. */
const lockedLog = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query("BEGIN")
      await client.query("SELECT 1 FROM log_head FOR UPDATE")
      return client
    }),
    (client) => Effect.promise(() => client.end())
  ).pipe(
    Effect.map((client) => ({
      unlock: Effect.promise(() => client.query("ROLLBACK")),
      /** Waits until another connection waits for the lock. */
      awaited: Effect.promise(async () => {
        const { rows } = await client.query("SELECT 1 FROM pg_locks WHERE NOT granted")
        return rows.length > 0
      }).pipe(Effect.repeat({ schedule: Schedule.spaced("20 millis"), until: (isAwaited) => isAwaited }))
    }))
  )

const decodeBody = Schema.decodeUnknownSync(Schema.Struct({ _tag: Schema.optional(Schema.String) }))

/** A server on PostgreSQL with a write under way that is not answered before `unlock`. */
const withWriteUnderWay = Effect.gen(function* () {
  const url = Redacted.value(yield* migratedDatabase)
  const server = yield* ServerProcess.start({ DATABASE_URL: url })
  const token = yield* Effect.promise(() => signIn(server.url))
  const lock = yield* lockedLog(url)
  const write = yield* Effect.forkChild(
    Effect.promise(() =>
      call(server.url, token, "/api/events", team).then(
        async (answer) => [answer.status, answer.headers.get("connection"), decodeBody(await answer.json())._tag],
        () => null
      )
    ),
    { startImmediately: true }
  )
  yield* lock.awaited
  return { server, token, lock, write }
})

const headOf = (token: string) => `Host: x\r\nCookie: strategy_session=${token}\r\nX-CSRF-Token: 1\r\n`

/** Requests cut off in their first line, in their headers and in their body. */
const incompleteRequests = (token: string): ReadonlyArray<string> => [
  "GET /api/teams HT",
  `GET /api/teams HTTP/1.1\r\n${headOf(token)}`,
  `POST /api/events HTTP/1.1\r\n${headOf(token)}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{"eventType":`
]

/** A stream whose client stops reading after the first bytes. */
const unreadStream = Effect.fnUntraced(function* (url: string, token: string) {
  const unread = yield* RawAnswers.open(url)
  unread.write(`GET /api/sse HTTP/1.1\r\n${headOf(token)}\r\n`)
  yield* unread.until((received) => received.includes("event: ready"))
  unread.socket.pause()
})

const listensNoMore = (url: string) =>
  Effect.promise(() =>
    call(url, "", "/health/live").then(
      () => false,
      () => true
    )
  ).pipe(Effect.repeat({ schedule: Schedule.spaced("20 millis"), until: (refused) => refused }))

describe("A stop", { concurrent: true }, () => {
  it.live("closes incomplete requests and unread streams while it waits for an answer", () =>
    Effect.gen(function* () {
      const { server, token, lock, write } = yield* withWriteUnderWay
      const cut = yield* Effect.forEach(
        incompleteRequests(token),
        Effect.fnUntraced(function* (half) {
          const connection = yield* RawAnswers.open(server.url)
          connection.write(half)
          return connection
        })
      )
      yield* unreadStream(server.url, token)
      yield* Effect.promise(() => call(server.url, token, "/health/live"))

      server.kill("SIGTERM")
      yield* Effect.forEach(cut, ({ closed }) => closed)
      assert.isUndefined(write.pollUnsafe())
      yield* lock.unlock
      assert.deepStrictEqual(yield* Fiber.join(write), [200, "close", undefined])
      assert.deepStrictEqual(yield* server.ended, { code: 0, signal: null }, server.output())
      assert.deepStrictEqual(stopLines(server.output()), [
        "Stopping on SIGTERM: 1 request to be answered, 3 requests still arriving, 1 stream to end. " +
          "New connections are accepted for another 1s.",
        "Did not wait any longer: unanswered requests: 0, incomplete requests: 3, open streams: 0.",
        "Stopped. All resources are released."
      ])
    }).pipe(Effect.scoped)
  )

  it.live("on the embedded database, does not wait for clients that never read or never finish their request", () =>
    Effect.gen(function* () {
      const server = yield* ServerProcess.start({ DATA_DIR: yield* madeFolder })
      const token = yield* Effect.promise(() => signIn(server.url))
      for (const half of incompleteRequests(token)) (yield* RawAnswers.open(server.url)).write(half)
      yield* unreadStream(server.url, token)
      const idle = yield* RawAnswers.open(server.url)
      yield* Effect.promise(() => call(server.url, token, "/health/live"))
      server.kill("SIGTERM")
      yield* idle.closed
      assert.deepStrictEqual(yield* server.ended, { code: 0, signal: null }, server.output())
      assert.deepStrictEqual(stopLines(server.output()), [
        "Stopping on SIGTERM: 0 requests to be answered, 3 requests still arriving, 1 stream to end.",
        "Did not wait any longer: unanswered requests: 0, incomplete requests: 3, open streams: 0.",
        "Stopped. All resources are released."
      ])
    }).pipe(Effect.scoped)
  )

  it.live("refuses requests that it cannot wait for, and does not wait for a database that hangs", () =>
    Effect.gen(function* () {
      const { server, write } = yield* withWriteUnderWay
      server.kill("SIGTERM")
      assert.deepStrictEqual(yield* Fiber.join(write), [503, "close", "Unavailable"])
      // The hanging commit never ends, so this is not an orderly stop.
      assert.deepStrictEqual(yield* server.ended, { code: 1, signal: null }, server.output())
      const [first, ...others] = stopLines(server.output())
      assert.include(first, "1 request to be answered")
      assert.strictEqual(others.at(-1), "Shutdown took too long: exiting without waiting for work still in progress.")
    }).pipe(Effect.scoped)
  )

  it.live("ignores a second signal that arrives with the first; a later one ends the process at once", () =>
    Effect.gen(function* () {
      const { server, write } = yield* withWriteUnderWay
      server.kill("SIGTERM")
      server.kill("SIGINT")
      server.kill("SIGTERM")
      // The server listens as long as it counts further signals with the first.
      yield* listensNoMore(server.url)
      assert.isUndefined(write.pollUnsafe())
      server.kill("SIGTERM")
      assert.deepStrictEqual(yield* server.ended, { code: 130, signal: null }, server.output())
    }).pipe(Effect.scoped)
  )
})
