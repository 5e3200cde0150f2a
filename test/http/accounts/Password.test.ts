import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { addUser, password, request, signIn, testServer } from "../../support/TestServer.ts"
import { assertError, assertOk, field } from "../requests/Answers.ts"
import { changePassword, lockedOut, login, me, wrong } from "./Logins.ts"

layer(testServer)("changing one's password", (it) => {
  it.effect("answers with success, and from then on only the new password is accepted", () =>
    Effect.gen(function* () {
      yield* addUser("pat", "viewer")
      const token = yield* signIn("pat")
      const answer = assertOk(yield* changePassword(token, password, "a new secret"))
      assert.deepStrictEqual(answer.json, { success: true })
      assert.deepStrictEqual((yield* login("pat")).json, wrong)
      assert.strictEqual(field(yield* login("pat", "a new secret"), "success"), true)
    })
  )

  it.effect("ends the user's other sessions at once, but not the current one nor those of other users", () =>
    Effect.gen(function* () {
      yield* addUser("kim", "viewer")
      yield* addUser("neighbour", "viewer")
      const own = yield* signIn("kim")
      const other = yield* signIn("kim")
      const neighbour = yield* signIn("neighbour")
      assertOk(yield* me(other))
      assertOk(yield* changePassword(own, password, "a new secret"))
      assertError(yield* me(other), 401)
      assertOk(yield* me(own))
      assertOk(yield* me(neighbour))
    })
  )

  it.effect("accepts 8 to 128 characters, and nothing shorter or longer", () =>
    Effect.gen(function* () {
      yield* addUser("len", "viewer")
      const token = yield* signIn("len")
      for (const next of ["", "1234567", "x".repeat(129), "🙂".repeat(7), "🙂".repeat(129)]) {
        assert.include(assertError(yield* changePassword(token, password, next), 400), "8 to 128")
      }
      assert.strictEqual(field(yield* login("len"), "success"), true)
      assertOk(yield* changePassword(token, password, "12345678"))
      assertOk(yield* changePassword(token, "12345678", "🙂".repeat(128)))
      assertOk(yield* changePassword(token, "🙂".repeat(128), "x".repeat(128)))
      assert.strictEqual(field(yield* login("len", "x".repeat(128)), "success"), true)
    })
  )

  it.effect("is 400 with a wrong current password, and changes nothing", () =>
    Effect.gen(function* () {
      yield* addUser("wim", "viewer")
      const token = yield* signIn("wim")
      assertError(yield* changePassword(token, "wrong horse", "a new secret"), 400)
      assert.strictEqual(field(yield* login("wim"), "success"), true)
    })
  )

  it.effect("is locked after wrong current passwords, without locking the login", () =>
    Effect.gen(function* () {
      yield* addUser("thief", "viewer")
      const token = yield* signIn("thief")
      for (let i = 0; i < 5; i++) assertError(yield* changePassword(token, `guess ${i}`, "a new secret"), 400)
      const message = assertError(yield* changePassword(token, password, "a new secret"), 400)
      assert.strictEqual(message, lockedOut.error)
      assert.strictEqual(field(yield* login("thief"), "success"), true)
    })
  )

  it.effect("is 400 without both passwords", () =>
    Effect.gen(function* () {
      yield* addUser("bob", "viewer")
      const token = yield* signIn("bob")
      for (const body of [
        {},
        { currentPassword: password },
        { newPassword: "a new secret" },
        [],
        { currentPassword: 1 }
      ]) {
        assertError(yield* request("/api/auth/change-password", { token, body }), 400)
      }
    })
  )
})
