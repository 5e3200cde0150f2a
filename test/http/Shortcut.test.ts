import { assert, layer } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { SessionStore } from "../../src/accounts/SessionStore.ts"
import { Views } from "../../src/http/handlers/Views.ts"
import * as Shortcut from "../../src/http/shortcut/Shortcut.ts"
import { TokenStore } from "../../src/identity/TokenStore.ts"
import type { TokenScope } from "../../src/shared/TokenScopes.ts"
import { type Answer, addUser, type RequestOptions, request, signIn, testServer } from "../support/TestServer.ts"
import { apply, idsFrom, smallStrategy } from "./Submissions.ts"

const ids = idsFrom(0x10)
const other = idsFrom(0x20)

const paths = [
  "/api/teams",
  `/api/teams/${ids.team}/principles`,
  `/api/teams/${ids.team}/objectives`,
  `/api/principles/${ids.principle}`,
  `/api/objectives/${ids.objective}`
]

const edit = (title: string) => ({
  eventType: "update_principle_title",
  targetId: ids.principle,
  data: { title }
})

/** The parts of a response in which two responses can be equal: all but the `Date` header. */
const comparable = ({ status, headers, json, text }: Answer) => {
  const { date: _, ...rest } = Object.fromEntries(headers)
  return { status, headers: rest, body: json ?? text }
}

/** The same request in a form that the shortcut leaves to the endpoints: a view with a query, or JSON with a charset. */
const same = Effect.fnUntraced(function* (path: string, options: RequestOptions = {}) {
  const isView = options.body === undefined && options.raw === undefined
  const as = (type: string): RequestOptions =>
    isView ? options : { ...options, headers: { "content-type": type, ...options.headers } }
  const fast = comparable(yield* request(path, as("application/json")))
  const declared = comparable(yield* request(isView ? `${path}?` : path, as("application/json; charset=utf-8")))
  assert.deepStrictEqual(fast, declared, path)
  return fast
})

layer(testServer)("The shortcut", (it) => {
  const users = Effect.gen(function* () {
    for (const [name, role] of [
      ["ada", "admin"],
      ["eve", "editor"],
      ["vic", "viewer"]
    ] as const)
      yield* addUser(name, role)
    const admin = yield* signIn("ada")
    yield* apply(admin, ...smallStrategy(ids), ...smallStrategy(other))
    return { admin, editor: yield* signIn("eve"), viewer: yield* signIn("vic") }
  })

  it.effect("answers like the endpoints", () =>
    Effect.gen(function* () {
      const { admin, editor, viewer } = yield* users

      for (const path of paths) {
        const full = yield* same(path, { token: viewer })
        assert.strictEqual(full.status, 200)
        const known = yield* same(path, { token: viewer, headers: { "if-none-match": full.headers.etag ?? "" } })
        assert.strictEqual(known.status, 304)
        assert.strictEqual((yield* same(path, { token: viewer, headers: { "if-none-match": '"other"' } })).status, 200)
        assert.strictEqual((yield* same(path)).status, 401)
        assert.strictEqual((yield* same(path, { token: "x".repeat(43) })).status, 401)
        assert.strictEqual(
          (yield* same(path, { headers: { cookie: `a=b; strategy_session=${viewer}; c=d` } })).status,
          200
        )
        const twice = `strategy_session=${viewer}; strategy_session=${"x".repeat(43)}`
        yield* same(path, { headers: { cookie: twice } })
      }
      for (const path of [`/api/teams/${ids.principle}/principles`, `/api/objectives/${ids.principle}`]) {
        assert.strictEqual((yield* same(path, { token: viewer })).status, 404)
      }
      assert.strictEqual((yield* same(`/api/objectives/${"z".repeat(36)}`, { token: viewer })).status, 400)
      const capitals = yield* same(`/api/teams/${ids.team.toUpperCase()}/principles`, { token: viewer })
      assert.strictEqual(capitals.status, 200)

      const submit = (body: unknown) => same("/api/events", { token: editor, body })
      const outcome = (yield* submit(edit("Listen"))).body
      assert.propertyVal(outcome, "status", "no_change")
      assert.strictEqual((yield* submit({ ...edit("x"), eventType: "fly" })).status, 400)
      assert.strictEqual((yield* submit({ eventType: "delete_principle", data: {} })).status, 400)
      assert.strictEqual((yield* submit({ eventType: "delete_team", targetId: ids.team, data: {} })).status, 403)
      const raw = (raw: string) => same("/api/events", { token: admin, raw })
      assert.strictEqual((yield* raw("{")).status, 400)
      assert.strictEqual((yield* raw("")).status, 400)
    })
  )

  it.effect("answers views and submissions of cached sessions, and leaves everything else to the endpoints", () =>
    Effect.gen(function* () {
      yield* addUser("zoe", "editor")
      const token = yield* signIn("zoe")
      const { find } = yield* Effect.provide(Shortcut.make, Views.layer)
      const taken = (path: string, init: RequestInit = {}) =>
        find(
          HttpServerRequest.fromWeb(
            new Request(`http://localhost${path}`, {
              ...init,
              headers: { cookie: `strategy_session=${token}`, "x-csrf-token": "1", ...init.headers }
            })
          )
        )?.route
      assert.isUndefined(taken("/api/teams"), "a session nobody asked with yet")
      yield* request("/api/teams", { token })
      assert.deepStrictEqual(
        paths.map((path) => taken(path)),
        [
          "/api/teams",
          "/api/teams/:teamId/principles",
          "/api/teams/:teamId/objectives",
          "/api/principles/:principleId",
          "/api/objectives/:objectiveId"
        ]
      )
      const post = { method: "POST", headers: { "content-type": "application/json", "content-length": "10" } }
      assert.strictEqual(taken("/api/events", post), "/api/events")

      const tokens = yield* TokenStore
      const { userId } = Option.getOrThrow(yield* (yield* SessionStore).resolve(Redacted.make(token)))
      const made = (scope: TokenScope) => tokens.create(userId, { name: scope, scope, days: 1 })
      const withToken = Effect.fnUntraced(function* (scope: TokenScope, more: Record<string, string> = {}) {
        const { secret } = yield* made(scope)
        const headers = { cookie: "", "x-csrf-token": "0", authorization: `Bearer ${Redacted.value(secret)}`, ...more }
        const read = taken("/api/teams", { headers })
        yield* tokens.resolve(secret)
        const write = taken("/api/events", { ...post, headers: { ...post.headers, ...headers } })
        return [read, taken("/api/teams", { headers }), write]
      })
      assert.deepStrictEqual(yield* withToken("write"), [undefined, "/api/teams", "/api/events"])
      assert.deepStrictEqual(yield* withToken("read"), [undefined, "/api/teams", undefined])
      assert.deepStrictEqual(yield* withToken("feed"), [undefined, undefined, undefined])
      const both = { cookie: `strategy_session=${token}` }
      assert.deepStrictEqual(yield* withToken("write", both), [undefined, undefined, undefined])
      const left = [
        taken("/api/events"),
        taken("/api/history/all"),
        taken("/api/teams", { method: "HEAD" }),
        ...["idempotency-key", "change-set", "change-set-name", "undoes"].map((name) =>
          taken("/api/events", { ...post, headers: { ...post.headers, [name]: "1" } })
        ),
        taken("/api/events", { ...post, headers: { "content-type": "application/json" } }),
        taken("/api/events", { ...post, headers: { ...post.headers, "content-length": "70000" } })
      ]
      assert.deepStrictEqual(
        left,
        left.map(() => undefined)
      )
    })
  )
})
