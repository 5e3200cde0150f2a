import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import * as NodeServer from "../../../src/http/server/NodeServer.ts"
import { BaseUrl, request, testServer } from "../../support/TestServer.ts"
import { requestId } from "./Answers.ts"
import * as RawAnswers from "./RawAnswers.ts"

const health = "GET /health/live HTTP/1.1\r\nHost: x\r\n"
const login = "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
const chunked = `${login}Transfer-Encoding: chunked\r\n\r\n`
const upgrade = (protocol: string) => `${health}Connection: Upgrade\r\nUpgrade: ${protocol}\r\n`

/** The bytes that are sent, and the statuses of the responses. The first cases never reach the service. */
const cases: Readonly<Record<string, readonly [bytes: string, ...statuses: ReadonlyArray<number>]>> = {
  "an expectation nobody knows": [`${health}Expect: x\r\n\r\n`, 417],
  "an expectation nobody knows, with a body": [`${login}Expect: x\r\nContent-Length: 2\r\n\r\n{}`, 417],
  "no Host": ["GET /health/live HTTP/1.1\r\n\r\n", 400],
  "no Host, on the shortcut's path": ["GET /api/teams HTTP/1.1\r\nCookie: strategy_session=x\r\n\r\n", 400],
  "no Host, and a body to be continued": ["POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n", 400],
  "two Hosts": ["GET /health/live HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400],
  "the same Host twice, on the shortcut's path": ["GET /api/teams HTTP/1.1\r\nHost: x\r\nhOST: x\r\n\r\n", 400],
  "two Hosts of HTTP/1.0": ["GET /health/live HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n", 400],
  "a tunnel": ["CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n", 405],
  "no HTTP": ["\x16\x03\x01\x02\r\n\r\n", 400],
  "a method that is none": [`BREW / HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
  "the preface of HTTP/2": ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  "a version that is none": ["GET / HTTP/9.9\r\nHost: x\r\n\r\n", 505],
  "a newer version of HTTP": ["GET /health/live HTTP/3.7\r\nHost: x\r\n\r\n", 505],
  "HTTP/2.0 as a line": ["GET /health/live HTTP/2.0\r\nHost: x\r\n\r\n", 505],
  "HTTP/0.9, which has no version": ["GET /health/live\r\n\r\n", 505],
  "a space in the path": ["GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", 400],
  "a header without a name": [`${health}: x\r\n\r\n`, 400],
  "a header with a line feed": [`${health}A: b\nc\r\n\r\n`, 400],
  "a coding that is none": [`${login}Transfer-Encoding: chunked, x\r\n\r\n`, 400],
  "a length and chunks": [`${login}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n`, 400],
  "two lengths": [`${login}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
  "a negative length": [`${login}Content-Length: -2\r\n\r\n{}`, 400],
  "a chunk of no size": [`${chunked}zz\r\n`, 400],
  "a chunk longer than it says": [`${chunked}1\r\n{}}}}}\r\n`, 400],
  "too long an extension of a chunk": [`${chunked}5;${"a".repeat(20_000)}\r\n`, 413],
  "too long a header": [`${health}A: ${"a".repeat(40_000)}\r\n\r\n`, 431],
  "too many headers": [`${health}${"a: b\r\n".repeat(6_000)}\r\n`, 431],
  "too long a path": [`GET /${"a".repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  "what is no request behind one": [`${health}\r\n\x01\x02\r\n\r\n`, 200, 400],
  "an upgrade to web sockets": [
    `${upgrade("websocket")}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n\r\n`,
    200
  ],
  "an upgrade to HTTP/2": [`${upgrade("h2c")}\r\n`, 200],
  "HTTP/1.0": ["GET /health/live HTTP/1.0\r\n\r\n", 200],
  "HTTP/1.0 to nowhere": ["GET /nowhere HTTP/1.0\r\n\r\n", 404],
  "a path with its host": ["GET http://any.example/health/live HTTP/1.1\r\nHost: x\r\n\r\n", 200],
  "a path nobody knows with its host": ["GET http://any.example/nowhere HTTP/1.1\r\nHost: x\r\n\r\n", 404],
  "OPTIONS of everything": ["OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", 405],
  TRACE: ["TRACE /health HTTP/1.1\r\nHost: x\r\n\r\n", 405]
}

const assertForm = ({ status, headers, body }: RawAnswers.RawAnswer, hint: string): void => {
  assert.match(headers.get("x-request-id") ?? "", requestId, hint)
  assert.strictEqual(headers.get("x-content-type-options"), "nosniff", hint)
  assert.strictEqual(headers.get("x-frame-options"), "DENY", hint)
  assert.strictEqual(headers.get("cache-control"), "no-store", hint)
  assert.include(headers.get("content-security-policy") ?? "", "default-src", hint)
  assert.strictEqual(headers.get("content-type"), "application/json", hint)
  if (status < 400) return
  const { _tag, message, code, field: _, ...rest } = JSON.parse(body)
  assert.deepStrictEqual(rest, {}, hint)
  assert.match(code, /^[a-z]+(_[a-z]+)*$/, hint)
  assert.match(_tag, /^[A-Z]\w+$/, hint)
  assert.match(message, /^\S.{6,}\.$/, hint)
}

layer(testServer)("Requests that Node would answer by itself", (it) => {
  it.effect.each(Object.entries(cases))("%s: gets an error in the usual form", ([name, [bytes, ...statuses]]) =>
    Effect.gen(function* () {
      const connection = yield* RawAnswers.open(yield* BaseUrl)
      connection.write(bytes)
      const received = yield* RawAnswers.answers(connection, statuses.length)
      assert.deepStrictEqual(
        received.map(({ status }) => status),
        statuses
      )
      for (const answer of received) assertForm(answer, name)
      // The connection is closed, since the start of the next request is unknown.
      if (received.at(-1)?.headers.get("connection") === "close") yield* connection.closed
      else assert.notInclude([400, 413, 417, 431, 505], statuses.at(-1))
    }).pipe(Effect.scoped)
  )

  it.effect("Expect: 100-continue is answered, and then the body is read", () =>
    Effect.gen(function* () {
      const connection = yield* RawAnswers.open(yield* BaseUrl)
      const body = JSON.stringify({ username: "nobody", password: "correct horse" })
      connection.write(`${login}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`)
      yield* connection.until((received) => received.includes("\r\n\r\n"))
      assert.strictEqual(connection.received(), "HTTP/1.1 100 Continue\r\n\r\n")
      connection.write(body)
      const [, answer] = yield* RawAnswers.answers(connection, 2)
      assert.strictEqual(answer?.status, 200)
    }).pipe(Effect.scoped)
  )

  it.effect("an invalid request is answered after the request before it", () =>
    Effect.gen(function* () {
      const connection = yield* RawAnswers.open(yield* BaseUrl)
      const body = JSON.stringify({ username: "nobody", password: "correct horse" })
      connection.write(`${login}Content-Length: ${body.length}\r\n\r\n${body}\x01\r\n\r\n`)
      yield* request("/health/live")
      connection.write("more of it")
      const received = yield* RawAnswers.answers(connection, 2)
      assert.deepStrictEqual(
        received.map(({ status }) => status),
        [200, 400]
      )
      yield* connection.closed
      assert.lengthOf(RawAnswers.parse(connection.received()), 2)
    }).pipe(Effect.scoped)
  )
})

describe("A server without its app", () => {
  it.live("answers 503 in the usual form of errors", () =>
    Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      const connection = yield* RawAnswers.open(HttpServer.formatAddress(address))
      connection.write(`${health}\r\n`)
      const [answer] = yield* RawAnswers.answers(connection, 1)
      if (answer === undefined) return assert.fail("no answer")
      assertForm(answer, "503")
      assert.deepStrictEqual([answer.status, answer.headers.get("retry-after")], [503, "1"])
      yield* connection.closed
    }).pipe(Effect.scoped, Effect.provide(Layer.fresh(NodeServer.layer({ host: "127.0.0.1", port: 0 }))))
  )
})
