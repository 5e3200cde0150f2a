import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { AccountLog } from "../../src/accounts/log/AccountLog.ts"
import { LoginThrottle, PasswordChangeThrottle } from "../../src/accounts/passwords/LoginThrottle.ts"
import * as UnlockPoller from "../../src/accounts/passwords/UnlockPoller.ts"
import { StorageError } from "../../src/domain/StorageError.ts"

const unlock = (subjectName: string) =>
  AccountLog.use(({ recording }) =>
    recording(Effect.succeed({ value: undefined, entries: [{ action: "unlocked", subjectName }] }))
  )

type Throttle = typeof LoginThrottle | typeof PasswordChangeThrottle

const lock = (throttle: Throttle, username: string) =>
  throttle.use(({ attempt }) => Effect.replicateEffect(attempt(username), 5, { discard: true }))

/** This counts as an attempt if the name is not locked. */
const isLocked = (throttle: Throttle, username: string) =>
  throttle.use(({ attempt }) => Effect.match(attempt(username), { onSuccess: () => false, onFailure: () => true }))

const throttles = Layer.mergeAll(LoginThrottle.layer, PasswordChangeThrottle.layer)

/** A server whose account log can be made unreadable. */
const server = Effect.fnUntraced(function* () {
  const state = { isAway: false }
  const accountLog = yield* AccountLog
  const whileAway = <A>(effect: Effect.Effect<A, StorageError>) =>
    Effect.suspend(() =>
      state.isAway ? Effect.fail(new StorageError({ operation: "read", unavailable: true, cause: null })) : effect
    )
  const unreliable = {
    ...accountLog,
    latestId: whileAway(accountLog.latestId),
    unlockedAfter: (id: number) => whileAway(accountLog.unlockedAfter(id))
  }
  const context = yield* Layer.build(
    Layer.fresh(Layer.provideMerge(UnlockPoller.layer, throttles)).pipe(
      Layer.provide(Layer.succeed(AccountLog, unreliable))
    )
  )
  yield* TestClock.adjust(0)
  return {
    state,
    run: <A, E>(effect: Effect.Effect<A, E, LoginThrottle | PasswordChangeThrottle>) =>
      Effect.provideContext(effect, context)
  }
})

const test = (
  name: string,
  body: () => Effect.Effect<void, unknown, AccountLog | Effect.Services<ReturnType<typeof server>>>
) => it.effect(name, () => Effect.provide(body(), [AccountLog.layerMemory, Logger.layer([])]))

describe("UnlockPoller", () => {
  test("lifts the locks of a name on every server within half a second, and of no other name", () =>
    Effect.gen(function* () {
      const servers = [yield* server(), yield* server()]
      for (const { run } of servers) {
        for (const throttle of [LoginThrottle, PasswordChangeThrottle]) {
          for (const name of ["Ada", "bob"]) yield* run(lock(throttle, name))
        }
      }
      yield* unlock("ADA")
      yield* TestClock.adjust("500 millis")
      for (const { run } of servers) {
        for (const throttle of [LoginThrottle, PasswordChangeThrottle]) {
          assert.isFalse(yield* run(isLocked(throttle, "ada")))
          assert.isTrue(yield* run(isLocked(throttle, "bob")))
        }
      }
    }))

  test("lifts neither later locks nor locks of names that were unlocked before the server started", () =>
    Effect.gen(function* () {
      yield* unlock("ada")
      const { run } = yield* server()
      yield* run(lock(LoginThrottle, "ada"))
      yield* TestClock.adjust("1 minute")
      assert.isTrue(yield* run(isLocked(LoginThrottle, "ada")))
      yield* unlock("ada")
      yield* TestClock.adjust("500 millis")
      yield* run(lock(LoginThrottle, "ada"))
      yield* TestClock.adjust("1 minute")
      assert.isTrue(yield* run(isLocked(LoginThrottle, "ada")))
    }))

  test("lifts the lock of a name that was unlocked while the database did not answer, once it does", () =>
    Effect.gen(function* () {
      const { run, state } = yield* server()
      yield* run(lock(LoginThrottle, "ada"))
      state.isAway = true
      yield* TestClock.adjust("1 minute")
      yield* unlock("ada")
      yield* TestClock.adjust("1 minute")
      assert.isTrue(yield* run(isLocked(LoginThrottle, "ada")))
      state.isAway = false
      yield* TestClock.adjust("500 millis")
      assert.isFalse(yield* run(isLocked(LoginThrottle, "ada")))
    }))
})
