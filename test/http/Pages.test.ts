import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { request, testServer } from "../support/TestServer.ts"
import { assertError, assertOk, field } from "./Answers.ts"
import { raw } from "./Raw.ts"
import { addressOf, routes } from "./Routes.ts"

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
      assert.match(page.headers.get("content-type") ?? "", /^text\/html/)
      assert.match(page.text, /^<!doctype html>/i)
      const style = assertOk(yield* request("/strategy/style.css"))
      assert.match(style.headers.get("content-type") ?? "", /^text\/css/)
      const again = yield* request("/strategy/style.css", {
        headers: { "if-none-match": style.headers.get("etag") ?? "" }
      })
      assert.deepStrictEqual([again.status, again.text], [304, ""])
    })
  )

  it.effect("no path leads out of the page's folder", () =>
    Effect.gen(function* () {
      for (const path of [
        "/strategy/..%2f..%2fpackage.json",
        "/strategy/../../package.json",
        "/strategy/%2e%2e/http/Edge.ts",
        "/strategy/%2e%2e%2fhttp%2fEdge.ts",
        "/strategy/..%5c..%5cpackage.json",
        "/strategy//etc/passwd",
        "/strategy/%2fetc%2fpasswd",
        "/strategy/....//....//package.json",
        "/strategy/style.css%00",
        "/strategy/none"
      ]) {
        assertError(yield* raw(path), 404, path)
      }
    })
  )

  it.effect("/health and /health/live answer healthy", () =>
    Effect.gen(function* () {
      for (const path of ["/health", "/health/live"]) {
        assert.deepStrictEqual(assertOk(yield* request(path)).json, { status: "healthy" })
      }
    })
  )

  it.effect("/api/openapi.json describes every endpoint, and /docs shows it", () =>
    Effect.gen(function* () {
      const document = assertOk(yield* request("/api/openapi.json"))
      assert.match(String(field(document, "openapi")), /^3\./)
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

  it.effect("everything else does", () =>
    Effect.gen(function* () {
      const free = new Set(["/", "/health", "/health/live", "/api/auth/login"])
      for (const route of routes.filter(({ path }) => !free.has(path))) {
        assertError(yield* request(addressOf(route), { method: route.method }), 401, route.name)
      }
    })
  )
})
