import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { TestClock } from "effect/testing"
import { UserStore } from "../../../src/accounts/users/UserStore.ts"
import { Access, Policy, type PolicyName } from "../../../src/api/Access.ts"
import { EventType } from "../../../src/domain/Event.ts"
import { includesRole, type Role } from "../../../src/domain/entities/Role.ts"
import { roles } from "../../../src/shared/Roles.ts"
import { addUser, headOf, request, signIn, testServer } from "../../support/TestServer.ts"
import { addressOf, csrfRoutes, nobody, type Route, routes, routesOf } from "../Routes.ts"
import { assertError, assertOk } from "../requests/Answers.ts"

type Caller = Role | "none" | "forged" | "expired" | "deleted"
const callers: ReadonlyArray<Caller> = ["none", "forged", "expired", "deleted", "viewer", "editor", "admin"]

const isRole = (caller: Caller): caller is Role => caller === "viewer" || caller === "editor" || caller === "admin"

const needed = (policy: PolicyName): Role => (policy === "editor" || policy === "admin" ? policy : "viewer")

/** The status with which a route refuses a caller, or null if it admits them. */
const refusal = ({ policy = "admin" }: Route, caller: Caller): 401 | 403 | null => {
  if (policy === "public") return null
  if (!isRole(caller)) return 401
  return includesRole(caller, needed(policy)) ? null : 403
}

/** What is wrong with a route's policy. */
const gaps = (all: ReadonlyArray<Route>): ReadonlyArray<string> =>
  all.flatMap(({ name, policy, guarded }) => {
    if (policy === undefined) return [`${name} declares no policy`]
    if (policy !== "public" && !guarded) return [`${name} is not behind Access`]
    if (policy === "public" && guarded) return [`${name} is public and asks for a session`]
    return []
  })

describe("the API's definition", () => {
  it("declares a policy for each endpoint, and puts all but the public ones behind Access", () => {
    assert.isAbove(routes.length, 18)
    assert.deepStrictEqual(gaps(routes), [])
  })

  it("is checked by a rule that finds violations", () => {
    const flawed = HttpApi.make("flawed").add(
      HttpApiGroup.make("g")
        .add(HttpApiEndpoint.get("undeclared", "/undeclared").middleware(Access))
        .add(HttpApiEndpoint.get("open", "/open").annotate(Policy, "viewer"))
        .add(HttpApiEndpoint.get("closed", "/closed").middleware(Access).annotate(Policy, "public"))
        .add(HttpApiEndpoint.get("fine", "/fine").middleware(Access).annotate(Policy, "viewer"))
    )
    assert.deepStrictEqual(gaps(routesOf(flawed)), [
      "g.undeclared declares no policy",
      "g.open is not behind Access",
      "g.closed is public and asks for a session"
    ])
  })

  it("gives each endpoint the policy of the specification", () => {
    const specified: Record<string, PolicyName> = {
      "POST /api/auth/login": "public",
      "POST /api/auth/invitations": "public",
      "POST /api/auth/logout": "authenticated",
      "GET /api/auth/methods": "public",
      "GET /api/auth/oidc/login": "public",
      "GET /api/auth/oidc/callback": "public",
      "GET /api/auth/me": "authenticated",
      "GET /api/auth/sessions": "authenticated",
      "DELETE /api/auth/sessions/:sessionId": "authenticated",
      "GET /api/auth/tokens": "authenticated",
      "POST /api/auth/tokens": "authenticated",
      "DELETE /api/auth/tokens/:tokenId": "authenticated",
      "POST /api/auth/change-password": "authenticated",
      "GET /api/people": "viewer",
      "PUT /api/auth/profile": "authenticated",
      "GET /api/teams": "viewer",
      "GET /api/teams/:teamId/principles": "viewer",
      "GET /api/principles/:principleId": "viewer",
      "GET /api/teams/:teamId/objectives": "viewer",
      "GET /api/objectives/:objectiveId": "viewer",
      "GET /api/overview": "viewer",
      "GET /api/overview/changes": "viewer",
      "GET /api/overview/trend": "viewer",
      "GET /api/objectives/:objectiveId/forecast": "viewer",
      "POST /api/events": "editor",
      "POST /api/events/preview": "editor",
      "GET /api/history/entity/:entityId": "viewer",
      "GET /api/history/all": "editor",
      "GET /api/history/preview": "admin",
      "GET /api/history/:sequenceNumber/inverse": "editor",
      "GET /api/change-sets/:changeSetId/inverse": "editor",
      "GET /api/teams/:teamId/deleted": "viewer",
      "GET /api/admin/users": "admin",
      "POST /api/admin/users": "admin",
      "POST /api/admin/invitations": "admin",
      "POST /api/admin/users/:userId/invitation": "admin",
      "PUT /api/admin/users/:userId/role": "admin",
      "PUT /api/admin/users/:userId/password": "admin",
      "GET /api/admin/users/:userId/sessions": "admin",
      "DELETE /api/admin/users/:userId/sessions": "admin",
      "GET /api/admin/tokens": "admin",
      "DELETE /api/admin/tokens/:tokenId": "admin",
      "DELETE /api/admin/users/:userId": "admin",
      "POST /api/admin/rebuild-history": "admin",
      "POST /api/admin/sample": "admin",
      "GET /api/admin/account-log": "admin",
      "GET /api/admin/webhooks": "admin",
      "POST /api/admin/webhooks": "admin",
      "GET /api/admin/webhooks/:webhookId": "admin",
      "PUT /api/admin/webhooks/:webhookId": "admin",
      "DELETE /api/admin/webhooks/:webhookId": "admin",
      "GET /api/admin/webhooks/:webhookId/deliveries": "admin",
      "GET /api/admin/webhooks/:webhookId/deliveries/:number": "admin",
      "POST /api/admin/webhooks/:webhookId/skip": "admin",
      "POST /api/admin/webhooks/:webhookId/resend": "admin",
      "POST /api/admin/webhooks/:webhookId/test": "admin",
      "POST /api/admin/webhooks/:webhookId/rotate-secret": "admin",
      "GET /api/sse": "viewer",
      "GET /api/changes": "viewer",
      "GET /api/changes.csv": "viewer",
      "GET /api/measures.csv": "viewer",
      "GET /api/overview.csv": "viewer",
      "GET /api/teams/:teamId/export": "viewer",
      "GET /api/export": "viewer",
      "GET /api/titles": "viewer",
      "GET /": "public",
      "GET /api/feeds/:token/due.ics": "public",
      "GET /health": "public"
    }
    for (const { method, path, policy } of routes) {
      const expected = specified[`${method} ${path}`] ?? (path === "/health/live" ? "public" : "not specified")
      assert.strictEqual(policy, expected, `${method} ${path}`)
    }
  })
})

/** The caller's token: of a session that has ended in one of several ways, or of a valid one with the role. */
const tokenOf = Effect.fnUntraced(function* (caller: Caller) {
  switch (caller) {
    case "none":
      return undefined
    case "forged":
      return "A".repeat(43)
    case "expired": {
      const token = yield* signIn("viewer")
      yield* TestClock.adjust("7 days")
      return token
    }
    case "deleted": {
      const users = yield* UserStore
      const user = yield* addUser("leaver", "admin")
      const token = yield* signIn("leaver")
      yield* users.delete(user.id)
      return token
    }
    default:
      return yield* signIn(caller)
  }
})

/** What endpoints without a body may answer to an admin. The sample is there once somebody has loaded it. */
const bodiless = new Map([
  ["auth.logout", [200]],
  ["history.rebuild", [200]],
  ["sample.load", [200, 409]],
  ["webhooks.test", [400]],
  ["webhooks.rotateSecret", [400]]
])

const serverWithUsers = Layer.effectDiscard(Effect.forEach(roles, (role) => addUser(role, role))).pipe(
  Layer.provideMerge(testServer)
)

layer(serverWithUsers)("who may call what", (it) => {
  // Ordered by caller, since for one of them time passes, which ends the sessions of those before.
  const cells = callers.flatMap((caller) => routes.map((route) => ({ caller, route, name: route.name })))

  it.effect.each(cells)("$caller: $name", ({ caller, route }) =>
    Effect.gen(function* () {
      const token = yield* tokenOf(caller)
      const answer = yield* request(addressOf(route), {
        method: route.method,
        ...(token === undefined ? {} : { token })
      })
      const expected = refusal(route, caller)
      if (expected === null) {
        assert.notInclude([401, 403, 500], answer.status, answer.text)
      } else assertError(answer, expected)
    })
  )

  const guarded = csrfRoutes.filter(({ policy }) => policy !== "public")
  it.effect.each(guarded)("session, role and body are checked in this order: $name", (route) =>
    Effect.gen(function* () {
      const address = addressOf(route).replace(nobody, "not-a-guid")
      const broken = { method: route.method, raw: "{not json", headers: { "content-type": "application/json" } }
      assertError(yield* request(address, broken), 401)
      const viewer = yield* request(address, { ...broken, token: yield* signIn("viewer") })
      if (route.policy === "authenticated") assert.notInclude([401, 403, 500], viewer.status)
      else assertError(viewer, 403)
      const admin = yield* request(address, { ...broken, token: yield* signIn("admin") })
      assert.include(bodiless.get(route.name) ?? [400], admin.status, admin.text)
    })
  )

  it.effect.each(routes.filter(({ method }) => method === "GET"))("HEAD needs the same role as GET: $name", (route) =>
    Effect.gen(function* () {
      for (const caller of ["none", "viewer", "editor", "admin"] as const) {
        const token = yield* tokenOf(caller)
        const options = token === undefined ? {} : { token }
        const get = yield* request(addressOf(route), options)
        const head = yield* headOf(addressOf(route), token)
        assert.deepStrictEqual([head.status, head.text], [get.status, ""], caller)
      }
    })
  )

  it.effect.each(routes.filter(({ method }) => method === "GET"))("a link leads through the page: $name", (route) =>
    Effect.gen(function* () {
      const address = `${addressOf(route)}?limit=2&teams=%20a`
      const opened = (headers: Record<string, string>, token?: string) =>
        request(address, { headers, csrf: null, ...(token !== undefined && { token }) })
      const page = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }
      for (const link of [page, { accept: "text/html,*/*", "sec-fetch-mode": "cors" }]) {
        const answer = yield* opened(link)
        const leadsOn = `/strategy/open?to=${encodeURIComponent(address)}`
        if (route.policy !== "public") {
          assert.deepStrictEqual([answer.status, answer.headers.get("location")], [303, leadsOn])
          assert.strictEqual(answer.headers.get("cache-control"), "no-store")
        } else assert.notInclude(String(answer.headers.get("location")), "/open?")
        assert.notStrictEqual((yield* opened(link, yield* signIn("admin"))).status, 303)
      }
      const programs = [
        { ...page, "sec-fetch-dest": "empty" },
        { ...page, authorization: "Bearer x" },
        { accept: "*/*" }
      ]
      for (const program of programs) {
        if (route.policy !== "public") assertError(yield* opened(program), 401)
      }
    })
  )

  it.effect("reading needs no CSRF header", () =>
    Effect.gen(function* () {
      assertOk(yield* request("/api/teams", { token: yield* signIn("viewer"), csrf: null }))
    })
  )

  const adminOnly = new Set(["create_team", "update_team_name", "update_team_color", "delete_team", "restore_history"])

  it.effect.each(EventType.literals)("%s: 403 only below its role", (eventType) =>
    Effect.gen(function* () {
      const body = { eventType, targetId: nobody, data: {} }
      for (const role of ["viewer", "editor", "admin"] as const) {
        const answer = yield* request("/api/events", { token: yield* signIn(role), body })
        if (role === "viewer" || (role === "editor" && adminOnly.has(eventType))) assertError(answer, 403, role)
        else assertOk(answer)
      }
    })
  )

  it.effect("an event's envelope is checked before the role its type needs", () =>
    Effect.gen(function* () {
      const token = yield* signIn("editor")
      assertError(yield* request("/api/events", { token, body: { eventType: "create_team" } }), 400)
      assertError(yield* request("/api/events", { token, body: { eventType: "delete_team", data: {} } }), 400)
    })
  )
})
