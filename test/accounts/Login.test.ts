import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { InvalidCredentials, Login, WrongPassword } from "../../src/accounts/passwords/Login.ts"
import { LockedOut } from "../../src/accounts/passwords/LoginThrottle.ts"
import { InvalidPassword } from "../../src/accounts/passwords/Password.ts"
import { PasswordHasher } from "../../src/accounts/passwords/PasswordHasher.ts"
import { SessionStore } from "../../src/accounts/sessions/SessionStore.ts"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import { Users } from "../../src/accounts/users/Users.ts"
import { GateFull } from "../../src/bounded/Gate.ts"
import { StorageError } from "../../src/domain/StorageError.ts"
import * as AccountsMemory from "./AccountsMemory.ts"
import { HashCalls } from "./CountedHasher.ts"
import { addUser, sortedOutcomes, unknownUserId } from "./TestUsers.ts"

const test = (name: string, body: () => Effect.Effect<void, unknown, Layer.Success<typeof AccountsMemory.layer>>) =>
  it.effect(name, () => Effect.provide(body(), AccountsMemory.layer))

const password = "correct horse"

const addAda = Users.use(({ create }) => create("Ada", password, "editor"))

const login = (username: string, secret: string) => Login.use((service) => service.login(username, secret))

const loginFails = (username: string, secret: string) => Effect.flip(login(username, secret))

describe("Login", () => {
  test("a user with a name that is refused today signs in as before", () =>
    Effect.gen(function* () {
      const { hash } = yield* PasswordHasher
      const old = yield* addUser("bo\u200bb", "editor", yield* hash(password))
      assert.deepStrictEqual((yield* login("bo\u200bb", password)).user, old)
      assert.instanceOf(yield* loginFails("bob", password), InvalidCredentials)
    }))

  test("a right password starts a session of 7 days", () =>
    Effect.gen(function* () {
      const { resolve } = yield* SessionStore
      const ada = yield* addAda
      yield* TestClock.setTime(1_000)
      const { user, token, expiresAt } = yield* login("Ada", password)
      assert.deepStrictEqual(user, ada)
      assert.strictEqual(expiresAt, 1_000 + 7 * 24 * 60 * 60 * 1_000)
      const identity = Option.getOrThrow(yield* resolve(token))
      assert.deepStrictEqual(identity, {
        userId: ada.id,
        username: "Ada",
        displayName: null,
        role: "editor",
        sessionId: identity.sessionId,
        expiresAt
      })
    }))

  test("an unknown name and a wrong, empty or very long password get the same answer", () =>
    Effect.gen(function* () {
      yield* addAda
      const answers = [
        yield* loginFails("nobody", password),
        yield* loginFails("", password),
        yield* loginFails("a\u0000da", password),
        yield* loginFails("x".repeat(60_000), password),
        yield* loginFails("Ada", "wrong horse"),
        yield* loginFails("Ada", ""),
        yield* loginFails("Ada", "x".repeat(60_000))
      ]
      for (const answer of answers) {
        assert.deepStrictEqual(answer, new InvalidCredentials())
        assert.strictEqual(answer.message, "Invalid username or password.")
      }
    }))

  test("an unknown name costs the same hash", () =>
    Effect.gen(function* () {
      const { verified } = yield* HashCalls
      const ada = yield* addAda
      yield* loginFails("Ada", "wrong horse")
      yield* loginFails("nobody", "wrong horse")
      yield* loginFails("a\u0000da", "wrong horse")
      const [ofAda = "", ofNobody = "", ofNoName = "", ...others] = verified
      assert.deepStrictEqual(others, [])
      assert.strictEqual(ofAda, ada.passwordHash)
      assert.strictEqual(ofNoName, ofNobody)
      assert.notStrictEqual(ofNobody, ofAda)
      // The parameters, which determine the cost, come before the salt and are the same.
      assert.strictEqual(ofNobody.slice(0, 17), ofAda.slice(0, 17))
    }))

  test("a very long password costs as much as any other, but is not hashed itself", () =>
    Effect.gen(function* () {
      const { lengths } = yield* HashCalls
      yield* addAda
      yield* loginFails("Ada", "x".repeat(1_025))
      yield* loginFails("Ada", "x".repeat(1_024))
      assert.deepStrictEqual(lengths, [0, 1_024])
    }))

  test("a flood of attempts looks up no more users than it hashes passwords", () =>
    Effect.gen(function* () {
      const { verified } = yield* HashCalls
      yield* addAda
      const answers = yield* Effect.forEach(
        Array.from({ length: 60 }, (_, n) => n),
        (n) => Effect.flip(Login.use(({ login }) => login(`guess ${n}`, "wrong horse"))),
        { concurrency: "unbounded" }
      )
      const judged = answers.filter(({ _tag }) => _tag === "InvalidCredentials")
      assert.isBelow(judged.length, 60)
      assert.strictEqual(verified.length, judged.length)
    }))

  test("5 failures lock the name, for the right password too, and further attempts cost no hash", () =>
    Effect.gen(function* () {
      const { verified } = yield* HashCalls
      yield* addAda
      for (let i = 0; i < 5; i++) assert.instanceOf(yield* loginFails("ada", "wrong horse"), InvalidCredentials)
      assert.instanceOf(yield* loginFails("Ada", password), LockedOut)
      assert.strictEqual(verified.length, 5)
      yield* TestClock.adjust("15 minutes")
      yield* login("Ada", password)
    }))

  test("of 20 concurrent attempts at most 5 are hashed", () =>
    Effect.gen(function* () {
      const { verified } = yield* HashCalls
      yield* addAda
      const tags = yield* sortedOutcomes(Array.from({ length: 20 }, () => login("Ada", "wrong horse")))
      assert.deepStrictEqual(tags, [...Array(5).fill("InvalidCredentials"), ...Array(15).fill("LockedOut")])
      assert.strictEqual(verified.length, 5)
    }))

  test("an attempt refused for overload does not count as failed", () =>
    Effect.gen(function* () {
      const calls = yield* HashCalls
      yield* addAda
      calls.busy = true
      for (let i = 0; i < 10; i++) assert.instanceOf(yield* loginFails("Ada", password), GateFull)
      calls.busy = false
      yield* login("Ada", password)
    }))

  it.effect("an attempt during a database outage does not count as failed", () =>
    Effect.gen(function* () {
      const down = new StorageError({ operation: "test", unavailable: true, cause: null })
      const users = yield* UserStore
      const broken = Layer.succeed(UserStore, { ...users, findByUsername: () => Effect.fail(down) })
      const failing = Login.use((service) => Effect.flip(service.login("Ada", password)))
      yield* Effect.gen(function* () {
        for (let i = 0; i < 10; i++) assert.strictEqual(yield* failing, down)
      }).pipe(Effect.provide(Layer.provide(Layer.fresh(Login.layer), broken)))
      yield* addAda
      yield* login("Ada", password)
    }).pipe(Effect.provide(AccountsMemory.layer))
  )
})

describe("Login.changePassword", () => {
  const change = Effect.fnUntraced(function* (
    as: { readonly token: Effect.Success<ReturnType<typeof login>>["token"] },
    current: string,
    next: string
  ) {
    const { resolve } = yield* SessionStore
    const { changePassword } = yield* Login
    return yield* changePassword(Option.getOrThrow(yield* resolve(as.token)), current, next)
  })

  const next = "battery staple"

  test("a new password without 8 to 128 characters is refused before the current one is checked", () =>
    Effect.gen(function* () {
      const { verified } = yield* HashCalls
      yield* addAda
      const mine = yield* login("Ada", password)
      for (const short of ["", "1234567", "x".repeat(129)]) {
        assert.instanceOf(yield* Effect.flip(change(mine, "wrong horse", short)), InvalidPassword)
      }
      assert.strictEqual(verified.length, 1)
      yield* change(mine, password, "12345678")
      yield* change(mine, "12345678", "x".repeat(128))
    }))

  test("5 wrong current passwords lock the change of the password, but not the sign-in", () =>
    Effect.gen(function* () {
      yield* addAda
      const mine = yield* login("Ada", password)
      for (let i = 0; i < 5; i++) assert.instanceOf(yield* Effect.flip(change(mine, "guess", next)), WrongPassword)
      assert.instanceOf(yield* Effect.flip(change(mine, password, next)), LockedOut)
      yield* login("Ada", password)
      assert.instanceOf(yield* Effect.flip(change(mine, password, next)), LockedOut)
      yield* TestClock.adjust("15 minutes")
      yield* change(mine, password, next)
    }))

  test("failed sign-ins of somebody else do not lock the change", () =>
    Effect.gen(function* () {
      yield* addAda
      const mine = yield* login("Ada", password)
      for (let i = 0; i < 5; i++) yield* loginFails("Ada", "guess")
      assert.instanceOf(yield* loginFails("Ada", password), LockedOut)
      yield* change(mine, password, next)
      assert.instanceOf(yield* loginFails("Ada", next), LockedOut)
    }))

  test("the password of a deleted user is wrong", () =>
    Effect.gen(function* () {
      const { changePassword } = yield* Login
      yield* addAda
      const { token } = yield* login("Ada", password)
      const { resolve } = yield* SessionStore
      const identity = Option.getOrThrow(yield* resolve(token))
      assert.instanceOf(
        yield* Effect.flip(changePassword({ ...identity, userId: unknownUserId }, password, next)),
        WrongPassword
      )
    }))
})
