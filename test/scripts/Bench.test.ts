import { createServer, type Socket } from "node:net"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inject } from "vitest"
import { ChildFailed } from "../../scripts/bench/Child.ts"
import * as Databases from "../../scripts/bench/Databases.ts"
import { InvalidRun } from "../../scripts/bench/InvalidRun.ts"
import * as Turns from "../../scripts/bench/load/Turns.ts"
import type { RunContext } from "../../scripts/bench/Subject.ts"
import { latency } from "../../scripts/bench/subjects/Latency.ts"
import { live } from "../../scripts/bench/subjects/Live.ts"
import { notModified, objectives } from "../../scripts/bench/subjects/Reading.ts"
import { listen, urlAt } from "../../scripts/support/LocalServer.ts"

let databases = 0

const stage: RunContext = {
  scale: { rounds: 1, seconds: 0.2, quick: true },
  database: (name) =>
    Databases.create(inject("postgresUrl"), `bench_${name.replaceAll("-", "_")}_${++databases}`).pipe(Effect.orDie),
  say: () => Effect.void
}

/** A raw TCP server; the test decides what it writes for each request. */
const serving = (answer: (socket: Socket, request: number) => void) => {
  let requests = 0
  const server = createServer((socket) => {
    socket.on("data", () => answer(socket, ++requests))
    socket.on("error", () => {})
  })
  return Effect.map(listen(server), urlAt)
}

const turns = Effect.fnUntraced(function* (answer: (socket: Socket, request: number) => void, connections = 2) {
  const url = yield* serving(answer)
  const body = Buffer.from("hello")
  return yield* Turns.runInTurns(stage, "test", [{ name: "it", url, headers: {} }], () =>
    Effect.succeed({ kind: "reads", url, connections, milliseconds: 50, headers: {}, path: "/", status: 200, body })
  )
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
      const heard = (yield* turns(pieces)).map(({ contender, loads }) => [
        contender,
        loads.map(({ answers, statuses, latency, wrong }) => [
          answers > 0,
          statuses.map(([status, count]) => [status, count === answers]),
          latency.count === answers,
          wrong
        ])
      ])
      assert.deepStrictEqual(heard, [["it", [[true, [[200, true]], true, 0]]]])
    }).pipe(Effect.scoped)
  )

  it.live.each([
    ["another body", hello(5, "hallo"), "were wrong: 200 hallo"],
    ["another length", hello(4, "hell"), "were wrong: 200 hell"],
    ["another status", hello().replace("200", "503"), "times 503"]
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

describe("A subject on the smallest scale", { timeout: 60_000 }, () => {
  it.live("latency: makes the same edits on both, and all are stored", () =>
    Effect.gen(function* () {
      const [p50] = yield* latency.measure(stage)
      assert.deepStrictEqual(
        p50?.measurements.map(({ contender, values }) => [contender, values.length]),
        [
          ["ours", 1],
          ["Fastify + pg", 1]
        ]
      )
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.live(
    "live: all viewers show what a fresh load shows, and receive less with changes than with fetching; a board opens twice",
    () =>
      Effect.gen(function* () {
        const tables = yield* live.measure(stage)
        assert.deepStrictEqual(
          tables.map(({ unit, measurements }) => [unit, measurements.map(({ values }) => values.length)]),
          [
            ["bytes", [1, 1]],
            ["ms", [1, 1]],
            ["% of a core", [1, 1]],
            ["bytes", [1, 1]],
            ["ms", [1, 1]]
          ]
        )
        const [received, , , visits] = tables.map(({ measurements }) =>
          measurements.map(({ values: [value] }) => value)
        )
        assert.isBelow(received?.[1] ?? 0, received?.[0] ?? 0)
        assert.isBelow(visits?.[1] ?? 0, 12_000)
      }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.live.each([
    ["the same value", objectives, /^GET …\/objectives, \d+ bytes, 64 connections$/, "Fastify + pg"],
    ["304s", notModified, /^GET …\/objectives, not modified, 64 connections$/, "bare node:http"]
  ] as const)("the objectives' view: gets %s from both", ([, subject, title, competitor]) =>
    Effect.gen(function* () {
      const [perSecond] = yield* subject.measure(stage)
      assert.match(perSecond?.title ?? "", title)
      assert.deepStrictEqual(
        perSecond?.measurements.map(({ contender, values }) => [contender, values.length]),
        [
          ["ours", 1],
          [competitor, 1]
        ]
      )
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
