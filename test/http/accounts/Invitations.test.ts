import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { addUser, password, request, signIn, testServer, tokenIn } from "../../support/TestServer.ts"
import { assertError, assertOk, field, list } from "../requests/Answers.ts"

const admin = signIn("boss")

const invite = (people: unknown) =>
  Effect.flatMap(admin, (token) => request("/api/admin/invitations", { token, body: { people } }))

const renew = (id: unknown) =>
  Effect.flatMap(admin, (token) => request(`/api/admin/users/${id}/invitation`, { token, method: "POST" }))

const linkIn = (invitation: unknown): Readonly<Record<string, string | undefined>> => {
  const { url } = Object(invitation)
  const [address, fragment] = String(url).split("#")
  return { address, ...Object.fromEntries(new URLSearchParams(fragment)) }
}

const use = (token: unknown, more: Readonly<Record<string, unknown>> = {}) =>
  request("/api/auth/invitations", { body: { token, password, ...more } })

layer(Layer.fresh(testServer))("Invitations", (it) => {
  it.effect("forty people at once get links in the order of the list, and each one signs in with theirs", () =>
    Effect.gen(function* () {
      yield* addUser("boss", "admin")
      const people = Array.from({ length: 40 }, (_, index) => ({
        username: `person ${40 - index}`,
        displayName: index % 2 === 0 ? `Zoë N° ${index} & Co.` : null,
        role: "editor"
      }))
      const answer = assertOk(yield* invite(people), 201)
      assert.notInclude(answer.text, "assword")
      for (const [index, invitation] of list(answer).entries()) {
        const { username, displayName } = people[index] ?? assert.fail("too many")
        const link = linkIn(invitation)
        const { user, expiresAt } = Object(invitation)
        assert.deepInclude(user, { username, displayName, role: "editor" })
        assert.strictEqual(expiresAt, "1970-01-04T00:00:00.000Z")
        assert.deepInclude(link, { address: "/strategy/", username, ...(displayName !== null && { displayName }) })
        assert.match(Object(invitation).url, /&invitation=[\w-]{43}$/)
        const used = assertOk(yield* use(link.invitation))
        assert.deepInclude(used.json, { success: true, username, displayName, role: "editor", error: null })
        assert.strictEqual(field(yield* request("/api/auth/me", { token: tokenIn(used) }), "username"), username)
      }
    })
  )

  it.effect("every link that is over is answered alike, a bad password and name are named", () =>
    Effect.gen(function* () {
      const [mayas, bens] = list(yield* invite(["maya", "ben"].map((username) => ({ username, role: "viewer" }))))
      const token = linkIn(mayas).invitation
      assert.deepInclude((yield* use(token, { password: "short" })).json, {
        code: "invalid_password",
        field: "password"
      })
      const named = yield* use(token, { displayName: "\u200b" })
      assert.deepInclude(named.json, { code: "invalid_display_name", field: "displayName" })
      const old = yield* request("/api/auth/login", { body: { username: "ben", password } })
      assert.strictEqual(field(old, "error"), "Invalid username or password.")
      const renewed = assertOk(yield* renew(Object(bens).user.id), 201)
      yield* use(token, { displayName: "Maya" })
      yield* TestClock.adjust("3 days")
      const over = [
        token,
        linkIn(bens).invitation,
        linkIn(renewed.json).invitation,
        "",
        "x".repeat(43),
        "x".repeat(50_000)
      ]
      const messages = yield* Effect.forEach(over, (each) =>
        Effect.map(use(each), (answer) => {
          assert.deepInclude(answer.json, { code: "invalid_invitation", field: "token" })
          return assertError(answer, 400)
        })
      )
      assert.strictEqual(new Set(messages).size, 1)
      assertError(yield* use("x".repeat(70_000)), 413)
    })
  )

  it.effect("a new link takes the password and the sessions; nobody makes one for themselves", () =>
    Effect.gen(function* () {
      const zoe = yield* addUser("zoe", "editor")
      const token = yield* signIn("zoe")
      const link = linkIn(assertOk(yield* renew(zoe.id), 201).json)
      assertError(yield* request("/api/auth/me", { token }), 401)
      assert.strictEqual(
        field(yield* request("/api/auth/login", { body: { username: "zoe", password } }), "success"),
        false
      )
      const me = field(yield* request("/api/auth/me", { token: yield* admin }), "userId")
      assert.deepInclude((yield* renew(me)).json, { code: "own_account" })
      assert.strictEqual(field(yield* use(link.invitation, { password: "another horse" }), "username"), "zoe")
      yield* signIn("zoe", "another horse")
    })
  )

  it.effect("all or none: what is wrong is named, and of whom", () =>
    Effect.gen(function* () {
      const viewer = (username: string) => ({ username, role: "viewer" })
      const cases = [
        [[viewer("new"), viewer("BOSS")], 409, { code: "username_taken", message: "The username “BOSS” is taken." }],
        [[viewer("new"), viewer(" ")], 400, { code: "invalid_username", field: "people.1.username" }],
        [[viewer("new"), viewer("New")], 400, { code: "invalid_username", field: "people.1.username" }],
        [[], 400, { code: "invalid_value", field: "people" }],
        [
          Array.from({ length: 101 }, (_, index) => viewer(`n${index}`)),
          400,
          { code: "invalid_value", field: "people" }
        ],
        [[{ ...viewer("new"), role: "owner" }], 400, { field: "people.0.role" }],
        [[{ ...viewer("new"), password }], 400, { code: "unknown_member", field: "people.0.password" }]
      ] as const
      for (const [people, status, named] of cases) {
        const answer = yield* invite(people)
        assertError(answer, status)
        assert.deepInclude(answer.json, named)
      }
      assertOk(yield* invite([viewer("new")]), 201)
    })
  )

  it.effect("a use needs the CSRF header and no token, and ends the browser's session", () =>
    Effect.gen(function* () {
      const [invitation] = list(yield* invite([{ username: "ann", role: "viewer" }]))
      const body = { token: linkIn(invitation).invitation, password }
      const path = "/api/auth/invitations"
      assert.deepInclude((yield* request(path, { body, csrf: null })).json, { code: "csrf_missing" })
      const headers = { authorization: `Bearer strat_${"x".repeat(43)}` }
      assertError(yield* request(path, { body, headers }), 403)
      yield* addUser("former", "editor")
      const token = yield* signIn("former")
      assertOk(yield* request(path, { body, token }))
      assertError(yield* request("/api/auth/me", { token }), 401)
    })
  )
})
