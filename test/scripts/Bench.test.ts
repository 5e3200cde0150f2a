import { existsSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import { createServer as createSocketServer, type Socket } from "node:net"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Scope } from "effect"
import { main as bench, subjects } from "../../scripts/bench/Bench.ts"
import { EventStreams } from "../../scripts/bench/load/EventStreams.ts"
import * as Load from "../../scripts/bench/load/Load.ts"
import { longTests, proofs, main as prove } from "../../scripts/bench/Prove.ts"
import * as Report from "../../scripts/bench/Report.ts"
import { requireMet } from "../../scripts/bench/Run.ts"
import { atLeast, atMost, compared } from "../../scripts/bench/Subject.ts"
import { events } from "../../scripts/bench/subjects/Events.ts"
import { freshDatabase } from "../support/databases.ts"
import { listen, urlAt } from "../support/LocalServer.ts"
import { runInProcess } from "./AdminInProcess.ts"

describe("The command lines of bench and prove", () => {
  it.live.each([
    ["bench", bench, subjects],
    ["prove", prove, proofs]
  ] as const)("%s lists its subjects in its help, and when an unknown one is given", ([name, main, all]) =>
    Effect.gen(function* () {
      const help = yield* runInProcess(main, ["--help"])
      assert.strictEqual(help.code, 0, help.stderr)
      const { code, stderr } = yield* runInProcess(main, ["nothing"])
      assert.strictEqual(code, 2, stderr)
      assert.include(stderr, `See: npm run ${name} -- --help`)
      for (const { name, about } of all) assert.include(help.stdout, `${name}: ${about}`)
    })
  )

  it.live("refuses an invalid scale", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* runInProcess(bench, ["--rounds", "0"])).code, 2)
    })
  )

  it("runs tests that exist", () => {
    for (const { file } of longTests) assert.isTrue(existsSync(file), file)
  })
})

it.effect("A report compares medians with aims, and a missed aim fails", () =>
  Effect.gen(function* () {
    const rounds = [12_000, 10_000, 11_000].map((ours) => ({ ours, theirs: ours / 5 }))
    const rows = [
      compared("Edits", "requests/s", "theirs", rounds, atLeast(6)),
      { title: "Memory", unit: "MiB", values: [90.26], aim: atMost(100) }
    ].map(Report.judge)
    assert.deepStrictEqual(Report.table(rows).split("\n").slice(2), [
      "| Edits | 11,000 requests/s | theirs | 2,200 | 5.00 | at least 6 | missed |",
      "| Memory | 90.3 MiB | – | – | – | at most 100 | met |"
    ])
    assert.strictEqual((yield* Effect.flip(requireMet(rows))).message, "Missed aims: Edits.")
    yield* requireMet(rows.slice(1))
  })
)

/** Loads a raw TCP server; the test decides what it writes for each request. */
const loaded = Effect.fnUntraced(function* (answer: (socket: Socket, request: number) => void) {
  let requests = 0
  const server = createSocketServer((socket) => {
    socket.on("data", () => answer(socket, ++requests))
    socket.on("error", () => {})
  })
  const url = urlAt(yield* listen(server))
  const exchanges = Load.reading({ url, token: "" }, ["/"], { body: Buffer.from("hello") })
  return yield* Load.run("it", { url, connections: 2, milliseconds: 50, exchanges })
}, Effect.scoped)

const hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

describe("A load", () => {
  it.live("reads responses that arrive in several packets", () =>
    Effect.gen(function* () {
      const { answers } = yield* loaded((socket, request) => {
        const at = 1 + (request % (hello.length - 1))
        socket.setNoDelay(true)
        socket.write(hello.slice(0, at))
        setImmediate(() => setImmediate(() => socket.write(hello.slice(at))))
      })
      assert.isAbove(answers, 0)
    })
  )

  it.live.each([
    ["has another body", hello.replace("hello", "hallo"), "were wrong: 200 hallo"],
    ["has another status", hello.replace("200", "503"), "were wrong: 503 hello"],
    ["is never sent", "", "The load failed: Error: A server closed a connection."]
  ] as const)("is invalid if one response %s", ([, answer, message]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        loaded((socket, request) => {
          if (request === 2 && answer === "") socket.end()
          else socket.write(request === 2 ? answer : hello)
        })
      )
      assert.include(error.message, message)
    })
  )
})

describe("Clients of event streams", () => {
  const change = (n: number) => `id: e.${n}\nevent: change\ndata: {"sequenceNumber":${n}}\n\n`

  it.live("wait for changes however their frames are split, count no heartbeats, and fail when a stream ends", () =>
    Effect.gen(function* () {
      const responses: Array<ServerResponse> = []
      const server = createServer((_, response) => {
        response.writeHead(200, { "Content-Type": "text/event-stream" })
        response.write('retry: 1\nid: e.5\nevent: ready\ndata: {"sequenceNumber":5}\n\n')
        responses.push(response)
      })
      const url = urlAt(yield* listen(server))
      const streams = new EventStreams()
      yield* Effect.addFinalizer(() => Effect.sync(() => streams.close()))
      yield* Effect.promise(async () => {
        await streams.open(url, ["a", "b", "c"])
        const arrived = streams.arrived(2)
        for (const response of responses) response.write(change(6).slice(0, 5))
        for (const response of responses) response.write(change(6).slice(5) + change(7))
        responses[1]?.write(":\n\n")
        assert.lengthOf(await arrived, 3)
        assert.isTrue(streams.areEqual())
        for (const [n, response] of responses.entries()) response.write(n === 1 ? `${change(8)}!!!!` : change(8))
        await streams.arrived(3)
      })
      const waiting = streams.arrived(4)
      responses[2]?.end()
      const error = yield* Effect.flip(Effect.tryPromise(() => waiting))
      assert.include(String(error.cause), "A stream has ended.")
      assert.isFalse(streams.areEqual())
    }).pipe(Effect.scoped)
  )
})

/** `npm run bench -- --quick <subject…>` tries any. */
it.live("A subject on the smallest scale: both contenders do the same work, and are measured equally often", () =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const rows = yield* events.measure({
      scale: { rounds: 1, seconds: 0.1, quick: true },
      database: () => Scope.provide(Effect.map(freshDatabase, Redacted.value), scope),
      say: () => Effect.void
    })
    assert.deepStrictEqual(
      rows.map(({ values, beside }) => [values.length, beside?.name, beside?.values.length]),
      [
        [1, "Fastify + pg", 1],
        [1, "Fastify + pg", 1]
      ]
    )
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
)
