import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { parseUsername } from "../../../src/accounts/users/Username.ts"
import { UserStore } from "../../../src/accounts/users/UserStore.ts"
import { addUser, password, request, signIn, testServer } from "../../support/TestServer.ts"
import vectors from "../../vectors/identity-hashes.json" with { type: "json" }
import { assertError, assertOk, field } from "../requests/Answers.ts"
import { login, me, wrong } from "./Logins.ts"

layer(testServer)("login and sessions", (it) => {
  it.effect("a login answers with the user, and sets the cookie for seven days", () =>
    Effect.gen(function* () {
      const user = yield* addUser("ada", "editor")
      const answer = assertOk(yield* login("ada"))
      assert.deepStrictEqual(answer.json, {
        success: true,
        userId: user.id,
        username: "ada",
        displayName: null,
        role: "editor",
        timeZone: "UTC",
        companyName: null,
        error: null
      })
      const [cookie, ...others] = answer.headers.getSetCookie()
      assert.deepStrictEqual(others, [])
      const [pair, ...flags] = (cookie ?? "").split("; ")
      assert.match(pair ?? "", /^strategy_session=[A-Za-z0-9_-]{43}$/)
      assert.deepStrictEqual(flags.toSorted(), ["HttpOnly", "Max-Age=604800", "Path=/", "SameSite=Strict", "Secure"])
    })
  )

  it.effect("me answers with the user, as the login does", () =>
    Effect.gen(function* () {
      const user = yield* addUser("mia", "viewer")
      const answer = assertOk(yield* me(yield* signIn("mia")))
      assert.deepStrictEqual(answer.json, {
        success: true,
        userId: user.id,
        username: "mia",
        displayName: null,
        role: "viewer",
        timeZone: "UTC",
        companyName: null,
        error: null
      })
      assert.deepStrictEqual(answer.headers.getSetCookie(), [])
    })
  )

  it.effect("without a session, or with an invalid token, me is 401", () =>
    Effect.gen(function* () {
      assertError(yield* request("/api/auth/me"), 401)
      for (const token of ["", "x", "A".repeat(43), "A".repeat(5_000), "%00", "a;b"]) {
        assertError(yield* me(token), 401, token.slice(0, 10))
      }
    })
  )

  it.effect("a cookie with a similar name is not the session's", () =>
    Effect.gen(function* () {
      yield* addUser("cookie", "viewer")
      const token = yield* signIn("cookie")
      const withCookie = (cookie: string) => request("/api/auth/me", { headers: { cookie } })
      assertError(yield* withCookie(`session=${token}`), 401)
      assertError(yield* withCookie(`xstrategy_session=${token}`), 401)
      assertOk(yield* withCookie(`a=1; strategy_session=${token}; b=2`))
    })
  )

  it.effect("logout ends the session at once and clears the cookie", () =>
    Effect.gen(function* () {
      yield* addUser("leo", "viewer")
      const token = yield* signIn("leo")
      assertOk(yield* me(token))
      const answer = assertOk(yield* request("/api/auth/logout", { method: "POST", token }))
      assert.deepStrictEqual(answer.json, { success: true })
      const cookie = answer.headers.get("set-cookie") ?? ""
      assert.match(cookie, /^strategy_session=;/)
      assert.include(cookie, "Max-Age=0")
      assert.include(cookie, "Path=/")
      assert.strictEqual(answer.headers.get("clear-site-data"), '"cache"')
      assertError(yield* me(token), 401)
      assertError(yield* request("/api/auth/logout", { method: "POST", token }), 401)
    })
  )

  it.effect("a failed login is 200 with only success false and an error, and sets no cookie", () =>
    Effect.gen(function* () {
      yield* addUser("fay", "admin")
      for (const [name, secret] of [
        ["fay", "wrong horse"],
        ["fay", ""],
        ["nobody at all", password],
        ["", ""],
        ["fay\u0000", password]
      ] as const) {
        const answer = assertOk(yield* login(name, secret))
        assert.deepStrictEqual(answer.json, wrong)
        assert.isNull(answer.headers.get("set-cookie"))
      }
    })
  )

  it.effect("a username is found without regard to case, a password is compared exactly", () =>
    Effect.gen(function* () {
      yield* addUser("Greta", "viewer")
      assert.strictEqual(field(yield* login("  gRETA "), "username"), "Greta")
      assert.deepStrictEqual((yield* login("Greta", password.toUpperCase())).json, wrong)
      assert.deepStrictEqual((yield* login("Greta", ` ${password}`)).json, wrong)
    })
  )

  it.effect("a login without username or password, or with other types, is 400", () =>
    Effect.gen(function* () {
      for (const body of [{}, { username: "ada" }, { password }, { username: 1, password }, [], null, "ada"]) {
        assertError(yield* request("/api/auth/login", { body }), 400, JSON.stringify(body))
      }
    })
  )

  it.effect("a session expires exactly seven days after its creation, used or not", () =>
    Effect.gen(function* () {
      yield* addUser("sid", "viewer")
      const used = yield* signIn("sid")
      const unused = yield* signIn("sid")
      for (let day = 0; day < 6; day++) {
        yield* TestClock.adjust("1 day")
        assertOk(yield* me(used))
      }
      yield* TestClock.adjust("23 hours")
      yield* TestClock.adjust("3599999 millis")
      assertOk(yield* me(used))
      yield* TestClock.adjust("1 millis")
      assertError(yield* me(used), 401)
      assertError(yield* me(unused), 401)
    })
  )

  it.effect("a changed role applies to the session from the next request on", () =>
    Effect.gen(function* () {
      const user = yield* addUser("rosa", "viewer")
      yield* addUser("boss", "admin")
      const token = yield* signIn("rosa")
      const admin = yield* signIn("boss")
      assertError(yield* request("/api/admin/users", { token }), 403)
      const setRole = (role: string) =>
        request(`/api/admin/users/${user.id}/role`, { method: "PUT", token: admin, body: { role } })
      assertOk(yield* setRole("admin"))
      assertOk(yield* request("/api/admin/users", { token }))
      assert.strictEqual(field(yield* me(token), "role"), "admin")
      assertOk(yield* setRole("editor"))
      assertError(yield* request("/api/admin/users", { token }), 403)
    })
  )

  it.effect("a role changed in the database directly is seen within five minutes", () =>
    Effect.gen(function* () {
      const user = yield* addUser("remote", "viewer")
      const token = yield* signIn("remote")
      assertOk(yield* me(token))
      const users = yield* UserStore
      yield* users.setRole(user.id, "editor")
      assert.strictEqual(field(yield* me(token), "role"), "viewer")
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual(field(yield* me(token), "role"), "editor")
    })
  )

  it.effect("deleting a user ends its sessions at once", () =>
    Effect.gen(function* () {
      const user = yield* addUser("gone", "editor")
      yield* addUser("chief", "admin")
      const tokens = [yield* signIn("gone"), yield* signIn("gone")]
      for (const token of tokens) assertOk(yield* me(token))
      const admin = yield* signIn("chief")
      assertOk(yield* request(`/api/admin/users/${user.id}`, { method: "DELETE", token: admin }))
      for (const token of tokens) assertError(yield* me(token), 401)
      assert.deepStrictEqual((yield* login("gone")).json, wrong)
    })
  )

  it.effect("a password hash of the older scheme is accepted and left unchanged", () =>
    Effect.gen(function* () {
      const users = yield* UserStore
      const older = vectors.find(({ note }) => note === "v2")
      assert.isDefined(older)
      const user = yield* users.create({
        username: yield* parseUsername("veteran"),
        role: "viewer",
        passwordHash: older?.hash ?? ""
      })
      assert.strictEqual(field(yield* login("veteran", older?.password ?? ""), "success"), true)
      assert.deepStrictEqual(Option.getOrNull(yield* users.findById(user.id)), user)
      assert.deepStrictEqual((yield* login("veteran", `${older?.password}x`)).json, wrong)
    })
  )
})
