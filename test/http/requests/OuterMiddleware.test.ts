import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { maxBodyBytes } from "../../../src/api/requests/JsonBody.ts"
import { addUser, headOf, password, request, signIn, testServer } from "../../support/TestServer.ts"
import { nobody } from "../Routes.ts"
import { assertError, assertOk } from "./Answers.ts"
import { type RawOptions, raw } from "./Raw.ts"

const json = { "content-type": "application/json" }

/** Headers of raw requests of a signed-in admin. */
const headersOf = Effect.map(signIn("ada"), (token) => ({
  cookie: `strategy_session=${token}`,
  "x-csrf-token": "1"
}))

const send = (path: string, options: RawOptions = {}) =>
  Effect.flatMap(headersOf, (headers) =>
    raw(path, { ...options, headers: { ...headers, ...json, ...options.headers } })
  )

const post = (chunks: NonNullable<RawOptions["chunks"]>, headers: Record<string, string> = {}) =>
  send("/api/events", { method: "POST", chunks, headers })

/** A submission whose body has exactly the given number of bytes. */
const sized = (bytes: number): string => {
  const [start, end] = ['{"eventType":"create_team","data":{"name":"', '"}}']
  return start + "x".repeat(bytes - start.length - end.length) + end
}

/** A submission whose body is nested to the given depth; `data` is at depth 2. */
const nested = (depth: number): string =>
  `{"eventType":"create_team","data":{"x":${"[".repeat(depth - 2)}${"]".repeat(depth - 2)}}}`

layer(testServer)("checks of the body", (it) => {
  it.effect("64 KiB are accepted, one byte more is 413, with a content length and without", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      const fits = sized(maxBodyBytes)
      const tooLong = sized(maxBodyBytes + 1)
      assert.deepStrictEqual([fits.length, tooLong.length], [65_536, 65_537])
      for (const headers of [{ "content-length": "65536" }, {}]) assertOk(yield* post([fits], headers))
      for (const headers of [{ "content-length": "65537" }, {}]) {
        assert.include(assertError(yield* post([tooLong], headers), 413), "64 KiB")
      }
      assertError(yield* post(tooLong.match(/.{1,1000}/g) ?? []), 413)
    })
  )

  it.effect("a body with too large a content length is refused before it is sent", () =>
    Effect.gen(function* () {
      const headers = { ...(yield* headersOf), ...json, "content-length": "5000000000", expect: "100-continue" }
      assertError(yield* raw("/api/events", { method: "POST", headers }), 413)
    })
  )

  it.effect("each route with a body applies them", () =>
    Effect.gen(function* () {
      for (const path of ["/api/auth/login", "/api/auth/change-password", "/api/events", "/api/admin/users"]) {
        assertError(yield* send(path, { method: "POST", chunks: ["x".repeat(65_537)] }), 413, path)
        assertError(yield* send(path, { method: "POST", chunks: [nested(33)] }), 400, path)
        assertError(yield* send(path, { method: "POST", headers: { "content-type": "text/plain" } }), 415, path)
      }
      const role = `/api/admin/users/${nobody}/role`
      assertError(yield* send(role, { method: "PUT", chunks: ["x".repeat(65_537)] }), 413)
    })
  )

  it.effect("32 levels of nesting are accepted, 33 are 400; brackets in strings do not count", () =>
    Effect.gen(function* () {
      assertOk(yield* post([nested(32)]))
      assert.include(assertError(yield* post([nested(33)]), 400), "32 levels")
      assertError(yield* post(["[".repeat(60_000)]), 400)
      const texts = { eventType: "create_team", data: { name: '[{"\\"'.repeat(50), color: "\\" } }
      assertOk(yield* post([JSON.stringify(texts)]))
    })
  )

  it.effect("a body that is not UTF-8 is 400", () =>
    Effect.gen(function* () {
      const before = new TextEncoder().encode('{"eventType":"create_team","data":{"name":"')
      const after = new TextEncoder().encode('"}}')
      for (const bytes of [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
        const message = assertError(yield* post([before, new Uint8Array(bytes), after]), 400, bytes.join())
        assert.include(message, "UTF-8")
      }
      assertOk(yield* post([before, new Uint8Array([0xc3]), new Uint8Array([0xa9]), after]))
    })
  )

  it.effect("a body that is not JSON is 400", () =>
    Effect.gen(function* () {
      for (const text of [
        "",
        " ",
        "{",
        "{not json",
        "'x'",
        '{"a":1}}',
        "NaN",
        "{}{}",
        '{"eventType":',
        "]",
        "\u0000"
      ]) {
        assertError(yield* post([text]), 400, text)
      }
    })
  )
})

/** Headers that every response has, and headers that none may have. */
const assertDefaultHeaders = (answer: { readonly headers: Headers; readonly status: number }, what: string) => {
  const { headers } = answer
  assert.strictEqual(headers.get("x-content-type-options"), "nosniff", what)
  assert.strictEqual(headers.get("referrer-policy"), "no-referrer", what)
  assert.strictEqual(headers.get("x-frame-options"), "DENY", what)
  assert.strictEqual(headers.get("cross-origin-opener-policy"), "same-origin", what)
  assert.strictEqual(headers.get("cross-origin-resource-policy"), "same-origin", what)
  assert.match(headers.get("content-security-policy") ?? "", /default-src '(self|none)'.*frame-ancestors 'none'/, what)
  assert.notMatch(headers.get("content-security-policy") ?? "", /script-src[^;]*unsafe/, what)
  for (const name of ["server", "x-powered-by", "access-control-allow-origin"]) assert.isNull(headers.get(name), what)
}

layer(testServer)("headers of every kind of response", (it) => {
  it.effect("forbid sniffing, framing, caching and referrers, and name no software", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      yield* addUser("reader", "viewer")
      const token = yield* signIn("ada")
      const reader = yield* signIn("reader")
      const etag = (yield* request("/api/teams", { token })).headers.get("etag") ?? ""
      const body = { username: "reader", password, role: "viewer" }
      const answers = [
        [200, yield* request("/api/teams", { token })],
        [200, yield* headOf("/api/teams", token)],
        [200, yield* request("/api/auth/login", { body: { username: "x", password } })],
        [200, yield* request("/api/auth/login", { body: { username: "ada", password } })],
        [201, yield* request("/api/admin/users", { token, body: { ...body, username: "new" } })],
        [304, yield* request("/api/teams", { token, headers: { "if-none-match": etag } })],
        [400, yield* request("/api/events", { token, body: {} })],
        [400, yield* request("/api/principles/x", { token })],
        [401, yield* request("/api/teams")],
        [403, yield* request("/api/events", { token, csrf: null, body: {} })],
        [403, yield* request("/api/history/all", { token: reader })],
        [404, yield* request(`/api/principles/${nobody}`, { token })],
        [404, yield* request("/api/nowhere", { token })],
        [405, yield* request("/api/teams", { token, method: "DELETE" })],
        [409, yield* request("/api/admin/users", { token, body })],
        [413, yield* request("/api/events", { token, body: "x".repeat(65_536) })],
        [415, yield* request("/api/events", { token, raw: "x", headers: { "content-type": "text/plain" } })]
      ] as const
      for (const [status, answer] of answers) {
        assert.strictEqual(answer.status, status)
        assertDefaultHeaders(answer, `${status}`)
        // Browsers keep a view but revalidate it; they keep no other answers and no refusals.
        const isView = status === 304 || answer.headers.has("etag")
        assert.strictEqual(answer.headers.get("cache-control"), isView ? "private, no-cache" : "no-store", `${status}`)
      }
      const outside = [
        [302, yield* request("/")],
        [200, yield* request("/health")],
        [200, yield* request("/health/live")],
        [200, yield* request("/strategy/")],
        [200, yield* request("/strategy/teams/any")],
        [404, yield* request("/strategy/none.js")],
        [404, yield* request("/nowhere")],
        [405, yield* request("/health", { method: "POST" })],
        [200, yield* request("/docs")],
        [200, yield* request("/api/openapi.json")]
      ] as const
      for (const [status, answer] of outside) {
        assert.strictEqual(answer.status, status)
        assertDefaultHeaders(answer, `outside: ${status}`)
      }
    })
  )
})
