import { createServer, type Socket } from "node:net"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Scope } from "effect"
import { ChildFailed } from "../../scripts/bench/Child.ts"
import { InvalidRun } from "../../scripts/bench/InvalidRun.ts"
import * as Turns from "../../scripts/bench/load/Turns.ts"
import type { Subject } from "../../scripts/bench/Subject.ts"
import { events } from "../../scripts/bench/subjects/Events.ts"
import { streams } from "../../scripts/bench/subjects/Streams.ts"
import { views } from "../../scripts/bench/subjects/Views.ts"
import { listen, urlAt } from "../../scripts/support/LocalServer.ts"
import { freshDatabase } from "../support/databases.ts"

const stage = Effect.map(Effect.scope, (scope) => ({
  scale: { rounds: 1, seconds: 0.2, quick: true },
  database: () => Scope.provide(Effect.map(freshDatabase, Redacted.value), scope),
  say: () => Effect.void
}))

/** Measures a raw TCP server; the test decides what it writes for each request. */
const turns = Effect.fnUntraced(function* (answer: (socket: Socket, request: number) => void) {
  let requests = 0
  const server = createServer((socket) => {
    socket.on("data", () => answer(socket, ++requests))
    socket.on("error", () => {})
  })
  const contender = { name: "it", url: urlAt(yield* listen(server)), token: "" }
  const reads = { paths: ["/"], body: Buffer.from("hello") }
  const load = { ...contender, connections: 2, milliseconds: 50, reads }
  return yield* Turns.runInTurns(yield* stage, "test", [contender], () => Effect.succeed(load))
})

const hello = (length = 5, body = "hello") => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n${body}`

describe("A load", { timeout: 60_000 }, () => {
  it.live("reads responses that arrive in several packets", () =>
    Effect.gen(function* () {
      const pieces = (socket: Socket, request: number) => {
        const [at, whole] = [request % (hello().length - 1), hello()]
        socket.setNoDelay(true)
        socket.write(whole.slice(0, at + 1))
        setImmediate(() => setImmediate(() => socket.write(whole.slice(at + 1))))
      }
      const [{ loads } = { loads: [] }] = yield* turns(pieces)
      assert.deepStrictEqual(
        loads.map(({ answers, reads, wrong }) => [answers > 0, reads.count === answers, wrong]),
        [[true, true, 0]]
      )
    }).pipe(Effect.scoped)
  )

  it.live.each([
    ["another body", hello(5, "hallo"), "were wrong: 200 hallo"],
    ["another length", hello(4, "hell"), "were wrong: 200 hell"],
    ["another status", hello().replace("200", "503"), "were wrong: 503 hello"]
  ] as const)("is invalid if one response has %s", ([, answer, message]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(turns((socket, request) => socket.write(request === 2 ? answer : hello())))
      assert.instanceOf(error, InvalidRun)
      assert.include(error.message, message)
    }).pipe(Effect.scoped)
  )

  it.live("fails when a connection is closed", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(turns((socket) => socket.end()))
      assert.instanceOf(error, ChildFailed)
      assert.strictEqual(error.message, "The load failed: A server closed a connection.")
    }).pipe(Effect.scoped)
  )
})

/** Three of them; `npm run bench -- --quick <subject…>` tries any. */
describe("A subject on the smallest scale", { timeout: 120_000 }, () => {
  it.live.each([
    ["events", events, ["ours", "Fastify + pg"], 3],
    ["views", views, ["ours", "Fastify + pg"], 6],
    ["streams", streams, ["ours", "better-sse", "bare"], 2]
  ] satisfies ReadonlyArray<readonly [string, Subject, ReadonlyArray<string>, number]>)(
    "%s: all contenders do the same work, and are measured equally often",
    ([, subject, contenders, count]) =>
      Effect.gen(function* () {
        const tables = yield* subject.measure(yield* stage)
        assert.deepStrictEqual(
          tables[0]?.measurements.map(({ contender, values }) => [contender, values.length]),
          contenders.map((contender) => [contender, 1])
        )
        assert.lengthOf(tables, count)
      }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
