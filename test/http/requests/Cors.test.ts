import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { CorsOrigins } from "../../../src/http/pipeline/Cors.ts"
import { TokenStore } from "../../../src/identity/TokenStore.ts"
import { addUser, type RequestOptions, request, signIn, testServer, testServerWith } from "../../support/TestServer.ts"

const origin = "https://reports.example.org"

const makeToken = Effect.gen(function* () {
  const user = yield* addUser("reporter", "admin")
  const tokens = yield* TokenStore
  const { secret } = yield* tokens.create(user.id, { name: "Reports", scope: "admin", days: 1 })
  return `Bearer ${Redacted.value(secret)}`
})

const preflight = (from: string, path = "/api/events") =>
  request(path, {
    method: "OPTIONS",
    csrf: null,
    headers: {
      origin: from,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type"
    }
  })

const corsHeaders = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith("access-control-"))

const creation = { eventType: "create_team", data: { name: "Pay", color: "#1f5fbf" } }

/** Answers by the shortcut, by an endpoint, by a refusal, without a route, and a stream. */
const requests: ReadonlyArray<readonly [string, number, RequestOptions]> = [
  ["/api/teams", 200, {}],
  ["/api/overview", 200, {}],
  ["/api/events", 200, { body: creation }],
  ["/api/events", 400, { body: { ...creation, lastSeenSequnce: 1 } }],
  ["/api/nowhere", 404, {}],
  ["/api/sse", 200, {}]
]

layer(testServerWith(Layer.succeed(CorsOrigins, ["https://other.example.org", origin])), { excludeTestServices: true })(
  "With CORS_ORIGINS",
  (it) => {
    it.effect("a page of one of the origins calls with a token, and reads every answer", () =>
      Effect.gen(function* () {
        const allowed = yield* preflight(origin)
        assert.deepStrictEqual([allowed.status, allowed.text], [204, ""])
        assert.strictEqual(allowed.headers.get("access-control-allow-origin"), origin)
        assert.strictEqual(allowed.headers.get("vary"), "Origin")
        assert.match(
          allowed.headers.get("access-control-allow-headers") ?? "",
          /Authorization,Content-Type,Idempotency-Key/
        )
        assert.match(allowed.headers.get("access-control-allow-methods") ?? "", /PUT, DELETE/)
        const authorization = yield* makeToken
        for (const [path, status, options] of requests) {
          const call = { ...options, csrf: null, headers: { authorization, origin } }
          const answer = yield* request(path, call)
          assert.strictEqual(answer.status, status, path)
          assert.strictEqual(answer.headers.get("access-control-allow-origin"), origin, path)
          assert.match(answer.headers.get("access-control-expose-headers") ?? "", /ETag/, path)
          assert.include(answer.headers.get("vary") ?? "", "Origin", path)
          assert.isFalse(answer.headers.has("access-control-allow-credentials"), path)
        }
      })
    )

    it.effect("other pages, and this service's own, get no such header", () =>
      Effect.gen(function* () {
        yield* addUser("maya", "editor")
        const token = yield* signIn("maya")
        for (const from of ["https://evil.example.org", `${origin}.evil.org`, "null", "http://127.0.0.1"]) {
          const refused = yield* preflight(from)
          assert.deepStrictEqual([refused.status, corsHeaders(refused.headers)], [405, []], from)
          const answer = yield* request("/api/teams", { token, headers: { origin: from } })
          assert.deepStrictEqual([answer.status, corsHeaders(answer.headers)], [200, []], from)
        }
      })
    )
  }
)

layer(testServer)("Without CORS_ORIGINS", (it) => {
  it.effect("no page of another origin reads an answer", () =>
    Effect.gen(function* () {
      const refused = yield* preflight(origin)
      assert.deepStrictEqual([refused.status, corsHeaders(refused.headers)], [405, []])
      const answer = yield* request("/api/teams", { csrf: null, headers: { origin, authorization: yield* makeToken } })
      assert.deepStrictEqual([answer.status, corsHeaders(answer.headers)], [200, []])
    })
  )
})
