import { METHODS } from "node:http"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { addUser, request, signIn, testServer } from "../../support/TestServer.ts"
import { addressOf, nobody, routes } from "../Routes.ts"
import { assertError } from "./Answers.ts"
import { type RawOptions, raw } from "./Raw.ts"

/** The safe methods of IANA's registry, and CONNECT, which has no path. */
const unguarded = new Set(["GET", "HEAD", "OPTIONS", "TRACE", "QUERY", "PROPFIND", "REPORT", "SEARCH", "CONNECT"])
const mutating = METHODS.filter((method) => !unguarded.has(method))

const login = { method: "POST", path: "/api/auth/login" }

/** The methods of every served path; HEAD goes with GET. */
const served = new Map<string, Set<string>>()
for (const { method, path } of [
  ...routes,
  { method: "GET", path: "/docs" },
  { method: "GET", path: "/api/openapi.json" }
]) {
  const methods = served.get(path) ?? new Set()
  served.set(path, methods.add(method))
  if (method === "GET") methods.add("HEAD")
}
const unknown = [
  "/api/",
  "/api/nowhere",
  "/api/teams/x/y/z",
  "/api//teams",
  "/api/%zz",
  `/%61pi/objectives/${nobody}/x`
]

/** Wrong values of the CSRF header; undefined for a missing one. */
const wrongValues = [undefined, "", "0", "1, 1"]

const withSession = Effect.map(signIn("ada"), (token) => ({ cookie: `strategy_session=${token}` }))

layer(testServer)("Admission of a request", (it) => {
  it.effect("the CSRF header is checked first on every mutating method and path under /api/, known or not", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      const session = yield* withSession
      assert.isAbove(mutating.length, 15)
      let turn = 0
      for (const path of [...[...served.keys()].filter((path) => path.startsWith("/api/")), ...unknown]) {
        const address = path.replace(/:\w+/g, nobody)
        for (const method of mutating) {
          if (method === login.method && path === login.path) continue
          // The session is checked after the header, so it makes no difference here.
          const value = wrongValues[turn % wrongValues.length]
          const caller = turn % 3 === 0 ? {} : session
          turn += 1
          const headers = { ...caller, ...(value === undefined ? {} : { "x-csrf-token": value }) }
          const answer = yield* raw(address, { method, headers })
          assert.include(assertError(answer, 403, `${method} ${path} ${value}`), "X-CSRF-Token")
        }
      }
    })
  )

  it.effect("with the CSRF header an unknown path is 404 and an unsupported method is 405", () =>
    Effect.gen(function* () {
      for (const method of METHODS.filter((method) => method !== "HEAD" && method !== "CONNECT")) {
        for (const [path, methods] of served) {
          if (methods.has(method)) continue
          const answer = yield* raw(path.replace(/:\w+/g, nobody), { method, headers: { "x-csrf-token": "1" } })
          assertError(answer, 405, `${method} ${path}`)
          assert.strictEqual(answer.headers.get("allow"), [...methods].sort().join(", "), `${method} ${path}`)
        }
        for (const path of ["/api/nowhere", "/nowhere", "/api", "/api/teams/x/y/z", "/API/teams", "/api//teams"])
          assertError(yield* raw(path, { method, headers: { "x-csrf-token": "1" } }), 404, `${method} ${path}`)
      }
      for (const [path, methods] of served) {
        const { status, text } = yield* raw(path.replace(/:\w+/g, nobody), { method: "HEAD" })
        if (methods.has("HEAD")) assert.notStrictEqual(status, 405, path)
        else assert.deepStrictEqual([status, text], [405, ""], path)
      }
    })
  )

  it.effect("login is the only endpoint that needs no CSRF header", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({ username: "ada", password: "wrong horse" })
      const options: RawOptions = { method: "POST", chunks: [body], headers: { "content-type": "application/json" } }
      assert.strictEqual((yield* raw(login.path, options)).status, 200)
      assertError(yield* raw(login.path, { ...options, method: "PUT" }), 403)
    })
  )

  const types = [undefined, "", "text/plain", "text/json", "application/jsonp", "application/json, text/plain", ";"]
  const jsonTypes = ["application/json; charset=utf-8", "Application/JSON ;charset=UTF-8"]

  it.effect(
    "endpoints with a body answer 415 to a missing content type and any but JSON, with or without parameters",
    () =>
      Effect.gen(function* () {
        const session = yield* withSession
        const takers = routes.filter(({ takesBody }) => takesBody)
        assert.isAtLeast(takers.length, 5)
        for (const route of takers) {
          for (const type of jsonTypes) {
            const headers = { ...session, "x-csrf-token": "1", "content-type": type }
            assertError(yield* raw(addressOf(route), { method: route.method, headers, chunks: ["{"] }), 400, type)
          }
          for (const type of types) {
            for (const chunks of [['{"eventType":"create_team","data":{"name":"x","color":"#123456"}}'], []]) {
              const headers = {
                ...session,
                "x-csrf-token": "1",
                ...(type === undefined ? {} : { "content-type": type })
              }
              assertError(
                yield* raw(addressOf(route), { method: route.method, headers, chunks }),
                415,
                `${route.name} ${type}`
              )
            }
          }
        }
        assert.deepStrictEqual((yield* request("/api/teams", { headers: session })).json, [])
      })
  )

  it.effect("endpoints without a body ignore the content type", () =>
    Effect.gen(function* () {
      const bodiless = routes.filter(({ method, takesBody }) => method !== "GET" && !takesBody)
      assert.includeMembers(
        bodiless.map(({ name }) => name),
        ["auth.logout", "history.rebuild", "sample.load"]
      )
      for (const route of bodiless) {
        for (const type of [undefined, "text/plain"]) {
          const headers = {
            ...(yield* withSession),
            "x-csrf-token": "1",
            ...(type === undefined ? {} : { "content-type": type })
          }
          const { status } = yield* raw(addressOf(route), { method: route.method, headers })
          assert.notInclude([400, 403, 415, 500], status, route.name)
        }
      }
    })
  )
})
