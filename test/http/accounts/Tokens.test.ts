import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schema } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { TestClock } from "effect/testing"
import { SessionOnly } from "../../../src/api/Access.ts"
import { Api } from "../../../src/api/Api.ts"
import { NewToken } from "../../../src/api/TokensApi.ts"
import { includesRole, lowerRole, type Role, roles } from "../../../src/shared/Roles.ts"
import { maxTokens, type TokenScope, tokenScopes } from "../../../src/shared/TokenScopes.ts"
import { addUser, password, request, signIn, testServer, tokenIn } from "../../support/TestServer.ts"
import { addressOf, type Route, routes } from "../Routes.ts"
import { assertError, assertOk } from "../requests/Answers.ts"

const decodeNew = Schema.decodeUnknownEffect(NewToken)

const bearer = (token: string) => ({ csrf: null, headers: { authorization: `Bearer ${token}` } })

/** Makes a token for the user of a session. */
const makeToken = Effect.fnUntraced(function* (session: string, scope: TokenScope = "read", expiresInDays = 7) {
  const body = { name: `${scope} token`, scope, expiresInDays }
  const answer = yield* request("/api/auth/tokens", { token: session, body })
  assertOk(answer)
  return yield* decodeNew(answer.json)
})

/** What each scope amounts to. A feed's token opens none of these endpoints. */
const scopeRole: Readonly<Record<TokenScope, Role | null>> = {
  read: "viewer",
  write: "editor",
  admin: "admin",
  feed: null
}

/** The endpoints that refuse tokens, by the API's definition. */
const sessionOnly = new Set<string>()
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ group, endpoint, mergedAnnotations }) => {
    if (Context.get(mergedAnnotations, SessionOnly)) sessionOnly.add(`${group.identifier}.${endpoint.identifier}`)
  }
})

/** What begins a session, which a token must not. */
const signIns: ReadonlySet<string> = new Set(["auth.login", "auth.useInvitation"])

/** Whether a token of a user is admitted, as the contract says it. */
const isAdmitted = ({ name, policy }: Route, role: Role, scope: TokenScope): boolean => {
  const granted = scopeRole[scope]
  if (granted === null || sessionOnly.has(name) || signIns.has(name)) return false
  const needed = policy === "editor" || policy === "admin" ? policy : "viewer"
  return includesRole(lowerRole(role, granted), needed)
}

const cells = roles.flatMap((role) => tokenScopes.map((scope) => ({ role, scope })))

const serverWithUsers = Layer.effectDiscard(Effect.forEach(roles, (role) => addUser(role, role))).pipe(
  Layer.provideMerge(testServer)
)

layer(serverWithUsers)("What a token may do", (it) => {
  it.effect("is told in the OpenAPI document: the endpoints for credentials take none", () =>
    Effect.sync(() => {
      const operations = Object.values(OpenApi.fromApi(Api).paths).flatMap((path) =>
        Object.values(path).flatMap((one) => ("operationId" in one ? [one] : []))
      )
      const withoutTokens = operations
        .filter(({ security }) => security.length > 0 && !security.some((one: object) => "token" in one))
        .map(({ operationId }) => operationId)
      assert.sameMembers(withoutTokens, [...sessionOnly])
      assert.sameMembers(withoutTokens, [
        ...["auth.logout", "auth.changePassword", "auth.setProfile", "users.resetPassword", "users.inviteAgain"],
        ...["sessions.list", "sessions.end", "sessions.listOf", "sessions.endAllOf"],
        ...["tokens.list", "tokens.create", "tokens.revoke", "tokens.listAll", "tokens.revokeAny"]
      ])
    })
  )

  it.effect.each(cells)("of a user who is $role, with the scope $scope, at every endpoint", ({ role, scope }) =>
    Effect.gen(function* () {
      const { token } = yield* makeToken(yield* signIn(role), scope)
      for (const route of routes) {
        const body = route.takesBody ? { body: {} } : {}
        const answer = yield* request(addressOf(route), { method: route.method, ...bearer(token), ...body })
        const hint = `${route.name}: ${answer.text}`
        if (route.policy === "public" && !signIns.has(route.name)) assert.notInclude([401, 403], answer.status, hint)
        else if (isAdmitted(route, role, scope)) assert.notInclude([401, 403, 500], answer.status, hint)
        else if (signIns.has(route.name)) assert.include([400, 403], answer.status, hint)
        else assertError(answer, 403, hint)
      }
    })
  )

  it.effect("not even a right password signs in beside a token", () =>
    Effect.gen(function* () {
      const { token } = yield* makeToken(yield* signIn("admin"), "admin")
      const answer = yield* request("/api/auth/login", { ...bearer(token), body: { username: "admin", password } })
      assertError(answer, 403)
      assert.strictEqual(tokenIn(answer), "")
    })
  )

  it.effect("reading by the shortcut and writing events, without a CSRF header, in any spelling of Bearer", () =>
    Effect.gen(function* () {
      const { token } = yield* makeToken(yield* signIn("admin"), "admin")
      const create = { eventType: "create_team", data: { name: "Payments", color: "#123456" } }
      for (const scheme of ["Bearer", "bearer", "BEARER ", "Bearer  "]) {
        const headers = { authorization: `${scheme} ${token}` }
        for (let n = 0; n < 2; n++) assertOk(yield* request("/api/teams", { csrf: null, headers }))
        for (let n = 0; n < 2; n++) {
          const written = yield* request("/api/events", { csrf: null, headers, body: create })
          assert.deepInclude(written.json, { status: "applied" })
        }
      }
      const me = yield* request("/api/auth/me", bearer((yield* makeToken(yield* signIn("admin"), "write")).token))
      assert.deepInclude(me.json, { username: "admin", role: "editor" })
    })
  )

  it.effect("with a session beside it nothing, on every road", () =>
    Effect.gen(function* () {
      const session = yield* signIn("admin")
      const { token } = yield* makeToken(session, "admin")
      const both = { token: session, headers: { authorization: `Bearer ${token}` } }
      const event = { eventType: "create_team", data: { name: "Both", color: "#123456" } }
      for (const csrf of ["1", null]) {
        assertError(yield* request("/api/teams", { ...both, csrf }), 400)
        assertError(yield* request("/api/auth/me", { ...both, csrf }), 400)
        assertError(yield* request("/api/sse", { ...both, csrf }), 400)
        assertError(yield* request("/api/events", { ...both, csrf, body: event }), 400)
      }
      // A proxy's own sign-in is none of ours.
      const basic = { token: session, headers: { authorization: "Basic YWRhOnNlY3JldA==" } }
      assertOk(yield* request("/api/teams", basic))
    })
  )

  it.effect("nothing if it is unknown, malformed, a session's or expired: 401 that says how to come again", () =>
    Effect.gen(function* () {
      const session = yield* signIn("viewer")
      const { token } = yield* makeToken(session, "read", 1)
      const refused = Effect.fnUntraced(function* (secret: string) {
        for (const path of ["/api/teams", "/api/auth/me", "/api/sse"]) {
          const answer = yield* request(path, bearer(secret))
          assertError(answer, 401, secret)
          assert.strictEqual(answer.headers.get("www-authenticate"), "Bearer")
        }
      })
      for (const secret of ["", "x", session, `strat_${"A".repeat(43)}`, `${token}x`, token.slice(6)]) {
        yield* refused(secret)
      }
      assertError(yield* request("/api/teams", { token }), 401)
      assertOk(yield* request("/api/teams", bearer(token)))
      yield* TestClock.adjust("1 days")
      yield* refused(token)
    })
  )

  it.effect("less at once when its user's role is lowered, and nothing when the user is deleted", () =>
    Effect.gen(function* () {
      const admin = yield* signIn("admin")
      const user = yield* addUser("leaver", "admin")
      const { token } = yield* makeToken(yield* signIn("leaver"), "write")
      const event = { eventType: "create_principle", targetId: user.id, data: {} }
      const write = () => request("/api/events", { ...bearer(token), body: event })
      for (let n = 0; n < 2; n++) assertOk(yield* write())
      const path = `/api/admin/users/${user.id}`
      assertOk(yield* request(`${path}/role`, { method: "PUT", token: admin, body: { role: "viewer" } }))
      assertError(yield* write(), 403)
      assertOk(yield* request("/api/teams", bearer(token)))
      assertOk(yield* request(path, { method: "DELETE", token: admin }))
      assertError(yield* request("/api/teams", bearer(token)), 401)
    })
  )
})

const serverOfTwo = Layer.effectDiscard(Effect.all([addUser("ada", "editor"), addUser("root", "admin")])).pipe(
  Layer.provideMerge(Layer.fresh(testServer))
)

layer(serverOfTwo)("A user's tokens", (it) => {
  it.effect("are made with a name, a scope and days, and nothing else", () =>
    Effect.gen(function* () {
      const token = yield* signIn("ada")
      const right = { name: "Report", scope: "read", expiresInDays: 30 }
      const wrong = [
        { ...right, name: " " },
        { ...right, name: "x".repeat(101) },
        { ...right, name: "a\nb" },
        { ...right, scope: "root" },
        { ...right, expiresInDays: 0 },
        { ...right, expiresInDays: 366 },
        { ...right, expiresInDays: 1.5 },
        { name: "Report", scope: "read" }
      ]
      for (const body of wrong) assertError(yield* request("/api/auth/tokens", { token, body }), 400)
      const made = yield* request("/api/auth/tokens", { token, body: { ...right, name: "  Re\u0301port " } })
      assert.deepInclude(made.json, { name: "R\u00e9port", scope: "read", lastUsedAt: null })
      assert.deepStrictEqual((yield* request("/api/auth/tokens", { token })).text.includes("strat_"), false)
    })
  )

  it.effect(`are at most ${maxTokens}, and shown with their last use at once on this server`, () =>
    Effect.gen(function* () {
      const token = yield* signIn("root")
      const made = yield* Effect.replicateEffect(makeToken(token), maxTokens)
      const body = { name: "More", scope: "read", expiresInDays: 1 }
      assertError(yield* request("/api/auth/tokens", { token, body }), 409)
      const [first] = made
      assert.isDefined(first)
      yield* TestClock.adjust("1 hour")
      assertOk(yield* request("/api/teams", bearer(first.token)))
      const listed = yield* request("/api/auth/tokens", { token })
      const { token: _, ...shown } = first
      assert.deepInclude(listed.json, { ...shown, lastUsedAt: "1970-01-01T01:00:00.000Z" })
    })
  )

  it.effect("are revoked by their user and by admins, and by nobody else", () =>
    Effect.gen(function* () {
      const [ada, root] = [yield* signIn("ada"), yield* signIn("root")]
      const [first, second] = [yield* makeToken(ada), yield* makeToken(ada)]
      for (const { token } of [first, second]) assertOk(yield* request("/api/teams", bearer(token)))
      const revoke = (token: string, path: string) => request(path, { method: "DELETE", token })
      assertError(yield* revoke(root, `/api/auth/tokens/${first.id}`), 404)
      assertError(yield* revoke(ada, `/api/admin/tokens/${first.id}`), 403)
      assertOk(yield* revoke(ada, `/api/auth/tokens/${first.id}`))
      assertError(yield* revoke(ada, `/api/auth/tokens/${first.id}`), 404)
      assertError(yield* request("/api/teams", bearer(first.token)), 401)
      assertOk(yield* revoke(root, `/api/admin/tokens/${second.id}`))
      assertError(yield* request("/api/teams", bearer(second.token)), 401)
      const log = yield* request("/api/admin/account-log?username=ADA", { token: root })
      for (const actorName of ["ada", "root"])
        assert.match(log.text, new RegExp(`"actorName":"${actorName}","subjectName":"ada","action":"token_revoked"`))
      for (const secret of [first.token, second.token, ada, root]) assert.notInclude(log.text, secret)
    })
  )

  it.effect("are listed for admins, all or one user's", () =>
    Effect.gen(function* () {
      const [ada, root] = [yield* signIn("ada"), yield* signIn("root")]
      const { id } = yield* makeToken(ada, "write")
      const list = (query: string) => request(`/api/admin/tokens${query}`, { token: root })
      const names = Schema.decodeUnknownSync(
        Schema.Array(Schema.Struct({ id: Schema.String, username: Schema.String }))
      )
      assert.isTrue(names((yield* list("?username=ADA")).json).every(({ username }) => username === "ada"))
      assert.deepInclude(names((yield* list("")).json), { id, username: "ada" })
      assert.deepStrictEqual((yield* list("?username=nobody")).json, [])
    })
  )
})
