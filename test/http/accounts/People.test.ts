import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { addUser, password, request, signIn, testServer } from "../../support/TestServer.ts"
import { assertError, assertOk, field, list } from "../requests/Answers.ts"
import { me } from "./Logins.ts"

const setProfile = (token: string, body: unknown) => request("/api/auth/profile", { token, method: "PUT", body })

layer(testServer)("people", (it) => {
  it.effect("everybody is listed by name, and nothing of them but what they are called", () =>
    Effect.gen(function* () {
      for (const name of ["zoe", "Ada", "boss"]) yield* addUser(name, name === "boss" ? "admin" : "viewer")
      const token = yield* signIn("zoe")
      const body = { username: "maya", displayName: "Maya Ito", role: "viewer", password }
      assertOk(yield* request("/api/admin/users", { token: yield* signIn("boss"), body }), 201)
      const answer = assertOk(yield* request("/api/people", { token }))
      assert.deepStrictEqual(answer.json, [
        { username: "Ada", displayName: null },
        { username: "boss", displayName: null },
        { username: "maya", displayName: "Maya Ito" },
        { username: "zoe", displayName: null }
      ])
      const headers = { "if-none-match": answer.headers.get("etag") ?? assert.fail("no ETag") }
      assert.strictEqual((yield* request("/api/people", { token, headers })).status, 304)
      assertOk(yield* setProfile(token, { displayName: " Zoe  of 🚀 " }))
      const changed = list(assertOk(yield* request("/api/people", { token, headers })))
      assert.deepStrictEqual(changed[3], { username: "zoe", displayName: "Zoe  of 🚀" })
    })
  )

  it.effect("people say themselves what they are called, which the account log has without the name", () =>
    Effect.gen(function* () {
      const token = yield* signIn("zoe")
      const answer = assertOk(yield* setProfile(token, { displayName: "Zoe Secret" }))
      assert.deepInclude(answer.json, { username: "zoe", displayName: "Zoe Secret", role: "viewer" })
      assert.strictEqual(field(yield* me(token), "displayName"), "Zoe Secret")
      for (const displayName of ["", " ", "x".repeat(101), "a\nb", "\u202e", "former user 12", null, 1]) {
        assert.include(assertError(yield* setProfile(token, { displayName }), 400, String(displayName)), "isplay")
      }
      assertError(yield* setProfile(token, { displayName: "Zoe", role: "admin" }), 400)
      assertError(yield* request("/api/auth/profile", { token, method: "PUT", body: {}, csrf: null }), 403)
      const log = yield* request("/api/admin/account-log?username=zoe", { token: yield* signIn("boss") })
      assert.include(log.text, '"profile_changed"')
      assert.notInclude(log.text, "Zoe Secret")
    })
  )

  it.effect("a token reads who there is, and does not change what its user is called", () =>
    Effect.gen(function* () {
      const body = { name: "Report", scope: "admin", expiresInDays: 1 }
      const made = yield* request("/api/auth/tokens", { token: yield* signIn("boss"), body })
      const headers = { authorization: `Bearer ${field(made, "token")}` }
      assertOk(yield* request("/api/people", { headers }))
      assertError(yield* request("/api/auth/profile", { method: "PUT", body: { displayName: "Bot" }, headers }), 403)
    })
  )

  it.effect("admins see when users were last seen, by session or token", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(3_600_000)
      const token = yield* signIn("boss")
      const body = { name: "Report", scope: "read", expiresInDays: 1 }
      const secret = field(yield* request("/api/auth/tokens", { token: yield* signIn("Ada"), body }), "token")
      const seen = Effect.map(request("/api/admin/users", { token }), (answer) =>
        Object.fromEntries(list(answer).map((user) => [Object(user).username, Object(user).lastSeenAt]))
      )
      assert.deepInclude(yield* seen, { Ada: "1970-01-01T01:00:00.000Z", maya: null })
      yield* TestClock.adjust("1 hour")
      assertOk(yield* request("/api/teams", { headers: { authorization: `Bearer ${secret}` } }))
      assert.deepInclude(yield* seen, { Ada: "1970-01-01T02:00:00.000Z", boss: "1970-01-01T02:00:00.000Z" })
    })
  )
})
