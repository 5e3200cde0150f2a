import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer, Option } from "effect"
import { InvalidCredentials, Login } from "../../src/accounts/passwords/Login.ts"
import { InvalidPassword } from "../../src/accounts/passwords/Password.ts"
import { SessionStore } from "../../src/accounts/sessions/SessionStore.ts"
import { InvalidUsername } from "../../src/accounts/users/Username.ts"
import { UserNotFound, UsernameTaken } from "../../src/accounts/users/UserStore.ts"
import { Users } from "../../src/accounts/users/Users.ts"
import * as AccountsMemory from "./AccountsMemory.ts"
import { HashCalls } from "./CountedHasher.ts"
import { unknownUserId } from "./TestUsers.ts"

const test = (name: string, body: () => Effect.Effect<void, unknown, Layer.Success<typeof AccountsMemory.layer>>) =>
  it.effect(name, () => Effect.provide(body(), AccountsMemory.layer))

const password = "correct horse"

describe("Users", () => {
  test("refuses a bad name or password without hashing, and a name that is taken", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const calls = yield* HashCalls
      const before = calls.hashed
      assert.instanceOf(yield* Effect.flip(users.create(" ", password, "viewer")), InvalidUsername)
      assert.instanceOf(yield* Effect.flip(users.create("x".repeat(51), password, "viewer")), InvalidUsername)
      assert.instanceOf(yield* Effect.flip(users.create("ada", "1234567", "viewer")), InvalidPassword)
      assert.strictEqual(calls.hashed, before)
      yield* users.create("ada", password, "viewer")
      assert.instanceOf(yield* Effect.flip(users.create("ADA", password, "viewer")), UsernameTaken)
    }))

  test("resetting a password replaces the old one and ends only this user's sessions", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const { resolve } = yield* SessionStore
      const { login } = yield* Login
      const ada = yield* users.create("ada", password, "admin")
      const bob = yield* users.create("bob", password, "viewer")
      const ofAda = yield* login("ada", password)
      const ofBob = yield* login("bob", password)
      assert.isTrue(Option.isSome(yield* resolve(ofBob.token)))
      yield* users.resetPassword(ada.id, bob.id, "battery staple")
      assert.isTrue(Option.isNone(yield* resolve(ofBob.token)))
      assert.isTrue(Option.isSome(yield* resolve(ofAda.token)))
      assert.instanceOf(yield* Effect.flip(login("bob", password)), InvalidCredentials)
      assert.strictEqual((yield* login("bob", "battery staple")).user.id, bob.id)
    }))

  test("an invalid password or that of an unknown user is not set", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const { resolve } = yield* SessionStore
      const { login } = yield* Login
      const calls = yield* HashCalls
      const ada = yield* users.create("ada", password, "admin")
      const { token } = yield* login("ada", password)
      const before = calls.hashed
      assert.instanceOf(yield* Effect.flip(users.resetPassword(null, ada.id, "1234567")), InvalidPassword)
      assert.strictEqual(calls.hashed, before)
      assert.isTrue(Option.isSome(yield* resolve(token)))
      assert.instanceOf(yield* Effect.flip(users.resetPassword(null, unknownUserId, "battery staple")), UserNotFound)
    }))
})
