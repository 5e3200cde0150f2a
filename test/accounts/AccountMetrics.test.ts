import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { Login } from "../../src/accounts/passwords/Login.ts"
import { PasswordHasher } from "../../src/accounts/passwords/PasswordHasher.ts"
import { Users } from "../../src/accounts/users/Users.ts"
import { byLabel, valueOf } from "../observability/Exposition.ts"
import * as OwnRegistry from "../observability/OwnRegistry.ts"
import * as AccountsMemory from "./AccountsMemory.ts"
import { HashCalls } from "./CountedHasher.ts"
import * as TestRandom from "./TestRandom.ts"

const logins = Effect.map(OwnRegistry.scraped, (page) => byLabel(page, "strategy_logins_total", "outcome"))

const none = { success: 0, invalid: 0, locked: 0, limited: 0, busy: 0, unavailable: 0 }

describe("Metrics of accounts", () => {
  it.effect("count sign-ins by how they end, and show every outcome from the start", () =>
    Effect.gen(function* () {
      const { login } = yield* Login
      const calls = yield* HashCalls
      yield* Users.use(({ create }) => create("ada", "correct horse", "editor"))
      assert.deepStrictEqual(yield* logins, none)
      yield* login("ada", "correct horse")
      calls.busy = true
      yield* Effect.flip(login("ada", "correct horse"))
      calls.busy = false
      for (let guess = 0; guess < 7; guess++) yield* Effect.flip(login("bob", "guess"))
      assert.deepStrictEqual(yield* logins, { ...none, success: 1, busy: 1, invalid: 5, locked: 2 })
    }).pipe(Effect.provide(AccountsMemory.layer.pipe(Layer.provideMerge(OwnRegistry.layer))))
  )

  it.live("show how many hashes run and wait", () =>
    Effect.gen(function* () {
      const { hash } = yield* PasswordHasher
      const load = Effect.map(OwnRegistry.scraped, (page) => [
        valueOf(page, "strategy_hash_queue_running"),
        valueOf(page, "strategy_hash_queue_waiting")
      ])
      assert.deepStrictEqual(yield* load, [0, 0])
      const hashes = yield* Effect.forEach([1, 2, 3, 4, 5], () =>
        Effect.forkChild(hash("correct horse"), { startImmediately: true })
      )
      assert.deepStrictEqual(yield* load, [2, 3])
      yield* Fiber.interrupt(hashes[4] ?? assert.fail("five were begun"))
      assert.deepStrictEqual(yield* load, [2, 2])
      yield* Fiber.awaitAll(hashes)
      assert.deepStrictEqual(yield* load, [0, 0])
    }).pipe(
      Effect.provide(
        PasswordHasher.layerWith({ iterations: 100_000, perServer: 2 }).pipe(
          Layer.provide(TestRandom.layer),
          Layer.provideMerge(OwnRegistry.layer)
        )
      )
    )
  )
})
