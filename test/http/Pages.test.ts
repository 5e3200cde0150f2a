import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import packageJson from "../../package.json" with { type: "json" }
import { ensure } from "../../src/http/page/Page.ts"
import { read } from "../../src/http/page/PageFiles.ts"
import { request, testServer } from "../support/TestServer.ts"
import { addressOf, routes } from "./Routes.ts"
import { assertError, assertOk, field } from "./requests/Answers.ts"

layer(testServer)("what needs no session", (it) => {
  it.effect("/ redirects to /strategy/", () =>
    Effect.gen(function* () {
      const answer = yield* request("/")
      assert.deepStrictEqual([answer.status, answer.headers.get("location"), answer.text], [302, "/strategy/", ""])
    })
  )

  it.effect("/strategy/ is the page, and its files come with their type", () =>
    Effect.gen(function* () {
      const page = assertOk(yield* request("/strategy/"))
      assert.strictEqual(page.headers.get("content-type"), "text/html; charset=utf-8")
      assert.match(page.text, /^<!doctype html>/i)
      const files = yield* Effect.flatMap(ensure(), read)
      for (const [name, { identity }] of files) {
        const file = assertOk(yield* request(`/strategy/${name}`, { headers: { "accept-encoding": "identity" } }))
        assert.strictEqual(file.headers.get("content-length"), String(identity.length), name)
        assert.notStrictEqual(file.headers.get("content-type"), "application/octet-stream", name)
      }
    })
  )

  it.effect("/health answers healthy, and /health/live with the version", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(assertOk(yield* request("/health")).json, { status: "healthy" })
      assert.deepStrictEqual(assertOk(yield* request("/health/live")).json, {
        status: "alive",
        version: packageJson.version
      })
    })
  )

  it.effect("/api/openapi.json describes every endpoint, and /docs displays it", () =>
    Effect.gen(function* () {
      const document = assertOk(yield* request("/api/openapi.json"))
      assert.match(String(field(document, "openapi")), /^3\./)
      assert.propertyVal(field(document, "info"), "version", packageJson.version)
      const paths = new Map(Object.entries(Object(field(document, "paths"))))
      for (const { path, method } of routes) {
        const described = paths.get(path.replace(/:(\w+)/g, "{$1}"))
        assert.property(described, method.toLowerCase(), path)
      }
      const page = assertOk(yield* request("/docs"))
      assert.match(page.headers.get("content-type") ?? "", /^text\/html/)
      assert.notMatch(page.text, /<(script|link)[^>]+(src|href)="https?:/)
    })
  )

  it.effect("everything else needs a session", () =>
    Effect.gen(function* () {
      const free = new Set([
        "/",
        "/health",
        "/health/live",
        "/api/auth/login",
        "/api/auth/methods",
        "/api/auth/invitations"
      ])
      const isFree = ({ path }: (typeof routes)[number]) =>
        free.has(path) || path.startsWith("/api/auth/oidc/") || path.startsWith("/api/feeds/")
      for (const route of routes.filter((each) => !isFree(each))) {
        assertError(yield* request(addressOf(route), { method: route.method }), 401, route.name)
      }
    })
  )
})
