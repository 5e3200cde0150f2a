import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { addUser, signIn, testServer } from "../../support/TestServer.ts"
import { assertOk, field } from "../requests/Answers.ts"
import { lockedOut, login, me, wrong } from "./Logins.ts"

const failTimes = (username: string, times: number) =>
  Effect.gen(function* () {
    for (let i = 0; i < times; i++) assert.deepStrictEqual((yield* login(username, `guess ${i}`)).json, wrong)
  })

layer(testServer)("the login lockout", (it) => {
  it.effect("five failures lock the username, even with the right password", () =>
    Effect.gen(function* () {
      yield* addUser("lou", "viewer")
      yield* failTimes("lou", 5)
      const answer = assertOk(yield* login("lou"))
      assert.deepStrictEqual(answer.json, lockedOut)
      assert.isNull(answer.headers.get("set-cookie"))
      assert.deepStrictEqual((yield* login(" LOU ")).json, lockedOut)
    })
  )

  it.effect("an unknown username is locked in the same way, and no other name with it", () =>
    Effect.gen(function* () {
      yield* addUser("bystander", "viewer")
      yield* failTimes("phantom", 5)
      assert.deepStrictEqual((yield* login("phantom")).json, lockedOut)
      assert.strictEqual(field(yield* login("bystander"), "success"), true)
    })
  )

  it.effect("four failures do not lock, and a success clears the counter", () =>
    Effect.gen(function* () {
      yield* addUser("cleo", "viewer")
      yield* failTimes("cleo", 4)
      assert.strictEqual(field(yield* login("cleo"), "success"), true)
      yield* failTimes("cleo", 4)
      assert.strictEqual(field(yield* login("cleo"), "success"), true)
    })
  )

  it.effect("a lock lasts fifteen minutes, whatever is tried meanwhile", () =>
    Effect.gen(function* () {
      yield* addUser("lena", "viewer")
      yield* failTimes("lena", 5)
      yield* TestClock.adjust("14 minutes")
      assert.deepStrictEqual((yield* login("lena")).json, lockedOut)
      yield* TestClock.adjust("59999 millis")
      assert.deepStrictEqual((yield* login("lena")).json, lockedOut)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(field(yield* login("lena"), "success"), true)
    })
  )

  it.effect("an existing session is not affected by the lock of its username", () =>
    Effect.gen(function* () {
      yield* addUser("calm", "viewer")
      const token = yield* signIn("calm")
      yield* failTimes("calm", 5)
      assertOk(yield* me(token))
    })
  )
})
