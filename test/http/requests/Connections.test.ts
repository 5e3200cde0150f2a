import { connect } from "node:net"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Layer, Scope } from "effect"
import { HttpServer, HttpServerResponse } from "effect/http"
import { LowPriorityWork } from "../../../src/http/pipeline/LowPriorityWork.ts"
import { OpenConnections } from "../../../src/http/server/Connections.ts"
import * as NodeServer from "../../../src/http/server/NodeServer.ts"
import {
  type Answer,
  addUser,
  BaseUrl,
  type RequestOptions,
  request,
  signIn,
  testServer,
  testServerWith
} from "../../support/TestServer.ts"
import * as HeldPlanner from "../strategy/HeldPlanner.ts"
import * as RawAnswers from "./RawAnswers.ts"

const health = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"

const submission = (token: string, name: string): string => {
  const { head, body } = RawAnswers.submission(token, name)
  return head + body
}

const connection = Effect.flatMap(BaseUrl, RawAnswers.open)

/** An admin's session in the cache. */
const session = Effect.gen(function* () {
  yield* addUser("ada", "admin")
  const token = yield* signIn("ada")
  yield* request("/api/teams", { token })
  return token
})

const connectionHeaders = (received: ReadonlyArray<RawAnswers.RawAnswer>) =>
  received.map(({ status, headers }) => [status, headers.get("connection")])

/** One response of each kind: by shortcut and endpoint, successes and errors, with and without a body. */
const kinds = Effect.fnUntraced(function* (token: string) {
  const answers: Array<Pick<Answer, "status" | "headers">> = []
  const ask = Effect.fnUntraced(function* (path: string, options: RequestOptions = {}) {
    const answer = yield* request(path, options)
    answers.push(answer)
    return answer
  })
  const body = { eventType: "create_team", data: { name: "Alpha", color: "#123456" } }
  for (const path of ["/api/teams", "/api/teams?"]) {
    const { headers } = yield* ask(path, { token })
    yield* ask(path, { token, headers: { "if-none-match": headers.get("etag") ?? "" } })
  }
  yield* ask("/api/events", { token, body })
  yield* ask("/api/events", { token, body, headers: { "idempotency-key": "once" } })
  for (const csrf of ["1", null]) yield* ask("/api/events", { token, body: {}, csrf })
  for (const path of ["/api/teams", "/api/nowhere", "/", "/health", "/docs", "/strategy/", "/strategy/x.js"]) {
    // Node's fetch fails an assertion of its own where a connection ends while it still decompresses a long body.
    yield* ask(path, { headers: { "accept-encoding": "identity" } })
  }
  yield* ask("/api/teams", { token, method: "DELETE" })
  yield* ask("/api/events", { token, body: "x".repeat(65_536) })
  yield* ask("/api/events", { token, raw: "x" })
  return answers
})

layer(testServer)("The connections of a server that drains", (it) => {
  it.effect("stay open before draining, and then are closed by the next response of any kind", () =>
    Effect.gen(function* () {
      const token = yield* session
      const open = yield* OpenConnections

      const before = yield* kinds(token)
      assert.includeMembers(
        before.map(({ status }) => status),
        [200, 302, 304, 400, 401, 403, 404, 405, 413, 415]
      )
      for (const { headers, status } of before) {
        if (status !== 413) assert.strictEqual(headers.get("connection"), "keep-alive", String(status))
      }

      const kept = yield* connection
      kept.write(health)
      assert.deepStrictEqual(connectionHeaders(yield* RawAnswers.answers(kept, 1)), [[200, "keep-alive"]])
      const unused = yield* connection
      const halfSent = yield* connection
      halfSent.write("GET /health/live HTTP/1.1\r\nHost")
      const halfBody = yield* connection
      halfBody.write(submission(token, "Half a body").slice(0, -10))
      yield* request("/health/live")
      open.drain()

      const after = yield* kinds(token)
      assert.deepStrictEqual(
        after.map(({ status }) => status),
        before.map(({ status }) => status)
      )
      for (const { headers, status } of after) assert.strictEqual(headers.get("connection"), "close", String(status))

      // Requests that stop arriving are cut, and all others are served.
      yield* halfSent.closed
      yield* halfBody.closed
      assert.deepStrictEqual([halfSent.received(), halfBody.received(), open.abandoned.halfSent], ["", "", 2])

      for (const idle of [kept, unused]) {
        assert.isFalse(idle.socket.closed)
        idle.write(health)
        yield* idle.closed
        assert.deepStrictEqual(connectionHeaders(RawAnswers.parse(idle.received())).at(-1), [200, "close"])
      }

      const idle = yield* connection
      open.closeIdle()
      yield* idle.closed
      assert.strictEqual(open.abandoned.halfSent, 2)
    }).pipe(Effect.scoped)
  )
})

layer(testServer, { excludeTestServices: true })("A request that arrives slowly", (it) => {
  it.effect("is not cut as long as more of it arrives", () =>
    Effect.gen(function* () {
      const slow = yield* connection
      const open = yield* OpenConnections
      open.drain()
      for (const letter of health) {
        slow.write(letter)
        yield* Effect.sleep("20 millis")
      }
      assert.deepStrictEqual(connectionHeaders(yield* RawAnswers.answers(slow, 1)), [[200, "close"]])
      assert.strictEqual(open.abandoned.halfSent, 0)
    }).pipe(Effect.scoped)
  )
})

layer(testServerWith(HeldPlanner.layer))("A request in progress when draining begins", (it) => {
  it.effect("closes its connection when answered, and is counted until then", () =>
    Effect.gen(function* () {
      const { asked, committed } = yield* HeldPlanner.Held
      const open = yield* OpenConnections
      const waiting = yield* connection
      waiting.write(submission(yield* session, "Waiting"))
      yield* Deferred.await(asked)
      yield* request("/health/live")
      assert.deepStrictEqual(open.inProgress, { requests: 1, streams: 0, halfSent: 0 })
      open.drain()
      open.closeIdle()
      // A pipelined request follows the one in progress, so its response is the last one on the connection.
      waiting.write(health)
      const other = yield* connection
      other.write(health)
      yield* other.closed
      assert.strictEqual(waiting.received(), "")
      yield* Deferred.succeed(committed, HeldPlanner.outcome)
      yield* waiting.closed
      assert.deepStrictEqual(connectionHeaders(RawAnswers.parse(waiting.received())), [
        [200, "keep-alive"],
        [200, "close"]
      ])
      assert.deepStrictEqual(open.inProgress, { requests: 0, streams: 0, halfSent: 0 })
    }).pipe(Effect.scoped)
  )
})

layer(testServer, { excludeTestServices: true })("A response that its client does not read", (it) => {
  it.effect("is cut off after 30 s, and one that is read is not", () =>
    Effect.gen(function* () {
      const token = yield* session
      const team = "00000000-0000-4000-8000-000000000001"
      const submit = (body: object) => request("/api/events", { token, body })
      yield* submit({ eventType: "create_team", data: { id: team, name: "Wide", color: "#123456" } })
      const data = { title: "Much to say", description: "\u{1F600}".repeat(4_096) }
      for (let n = 0; n < 50; n++) yield* submit({ eventType: "create_principle", targetId: team, data })

      // More bytes than the operating system buffers for a connection.
      const path = `/api/teams/${team}/principles`
      const plain = yield* request(path, { token, headers: { "accept-encoding": "identity" } })
      const bytes = 30 * Number(plain.headers.get("content-length"))
      const view = `GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: strategy_session=${token}\r\n\r\n`
      const reader = yield* connection
      const unread = yield* connection
      unread.socket.pause()
      for (const { write } of [unread, reader]) write(view.repeat(30))
      yield* reader.until((received) => received.length > bytes)
      // After everything that waits, such as the last answers that nobody reads.
      yield* (yield* LowPriorityWork).turn("user ada")
      const open = yield* OpenConnections
      for (let sweep = 0; sweep < 30; sweep++) open.cutUnread()
      yield* request("/health/live")
      assert.isFalse(unread.socket.closed)
      // After more sweeps, since unsent bytes extend the time.
      for (let sweep = 0; sweep < 3_000; sweep++) open.cutUnread()
      unread.socket.resume()
      yield* unread.closed
      assert.isBelow(unread.received().length, bytes)
      assert.isFalse(reader.socket.closed)
    }).pipe(Effect.scoped)
  )
})

/** A server that answers only when told, and says how many requests it has begun to answer. */
const heldServer = Effect.gen(function* () {
  const released = yield* Deferred.make<void>()
  let begun = 0
  const respond = Effect.suspend(() => {
    begun += 1
    return Effect.as(Deferred.await(released), HttpServerResponse.text("done"))
  })
  const serving = Layer.provideMerge(HttpServer.serve()(respond), NodeServer.layer({ host: "127.0.0.1", port: 0 }))
  const { address } = Context.get(yield* Layer.build(serving), HttpServer.HttpServer)
  const beginning = Effect.yieldNow.pipe(Effect.repeat({ until: () => begun > 0 }))
  const open = RawAnswers.open(HttpServer.formatAddress(address))
  return { open, beginning, begun: () => begun, release: Deferred.succeed(released, undefined) }
})

describe("Requests that a client sends before it is answered", () => {
  it.live("wait for their turn, and are answered in order", () =>
    Effect.gen(function* () {
      const { open, beginning, begun, release } = yield* heldServer
      const together = yield* open
      together.write(health.repeat(101))
      yield* beginning
      const other = yield* open
      other.write("GET / HTTP/1.1\r\n\r\n")
      // It is refused without asking, after all that arrived before it.
      yield* other.closed
      assert.strictEqual(begun(), 1)
      yield* release
      const received = yield* RawAnswers.answers(together, 101)
      assert.deepStrictEqual([received.length, new Set(received.map(({ body }) => body))], [101, new Set(["done"])])
      assert.isFalse(together.socket.closed)
    }).pipe(Effect.scoped)
  )

  it.live("are at most a hundred, or the connection is cut", () =>
    Effect.gen(function* () {
      const { open, begun, release } = yield* heldServer
      const together = yield* open
      together.write(health.repeat(102))
      yield* together.closed
      yield* release
      assert.deepStrictEqual([begun(), together.received()], [1, ""])
    }).pipe(Effect.scoped)
  )
})

describe("A server that stops", () => {
  it.live("answers all connections that the operating system had accepted before", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const serving = HttpServer.serve()(Effect.succeed(HttpServerResponse.text("done"))).pipe(
        Layer.provideMerge(NodeServer.layer({ host: "127.0.0.1", port: 0 }))
      )
      const { address } = Context.get(yield* Layer.buildWithScope(serving, scope), HttpServer.HttpServer)
      const url = new URL(HttpServer.formatAddress(address))
      const answers = Array.from(
        { length: 60 },
        () =>
          new Promise<string>((resolve) => {
            let received = ""
            const socket = connect({ port: Number(url.port), host: url.hostname })
            socket.on("data", (chunk) => (received += chunk)).on("error", ({ message }) => resolve(message))
            socket.on("close", () => resolve(received)).write(health)
          })
      )
      yield* Scope.close(scope, Exit.void)
      const statuses = (yield* Effect.promise(() => Promise.all(answers))).map((answer) => answer.split("\r\n")[0])
      assert.deepStrictEqual([...new Set(statuses)], ["HTTP/1.1 200 OK"])
    })
  )
})
