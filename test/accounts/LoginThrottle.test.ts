import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { LockedOut, LoginThrottle } from "../../src/accounts/passwords/LoginThrottle.ts"

/** How many of `count` successive attempts are allowed. */
const attempts = Effect.fnUntraced(function* (username: string, count: number) {
  const { attempt } = yield* LoginThrottle
  let admitted = 0
  for (let i = 0; i < count; i++) {
    admitted += yield* Effect.match(attempt(username), { onSuccess: () => 1, onFailure: () => 0 })
  }
  return admitted
})

const test = (name: string, body: () => Effect.Effect<void, unknown, LoginThrottle>) =>
  it.effect(name, () => Effect.provide(body(), LoginThrottle.layer))

describe("LoginThrottle", () => {
  test("5 failures within 15 minutes lock the name", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* attempts("ada", 5), 5)
      assert.strictEqual(yield* attempts("ada", 1), 0)
    }))

  test("the answer of a locked name says too many failed attempts, try again later", () =>
    Effect.gen(function* () {
      const { attempt } = yield* LoginThrottle
      yield* attempts("ada", 5)
      const error = yield* Effect.flip(attempt("ada"))
      assert.instanceOf(error, LockedOut)
      assert.match(error.message, /too many failed attempts.*try again later/)
    }))

  test("fewer than 5 failures keep counting", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* attempts("ada", 4), 4)
      yield* TestClock.adjust("14 minutes")
      assert.strictEqual(yield* attempts("ada", 2), 1)
    }))

  test("a failure counts for 15 minutes", () =>
    Effect.gen(function* () {
      yield* attempts("ada", 1)
      yield* TestClock.adjust("14 minutes")
      yield* attempts("ada", 3)
      yield* TestClock.adjust("1 minutes")
      // The first has just expired, so 3 + 2 attempts make five.
      assert.strictEqual(yield* attempts("ada", 3), 2)
    }))

  test("the lock lasts 15 minutes from the fifth failure", () =>
    Effect.gen(function* () {
      yield* attempts("ada", 4)
      yield* TestClock.adjust("10 minutes")
      yield* attempts("ada", 1)
      yield* TestClock.adjust("14 minutes")
      yield* TestClock.adjust("59999 millis")
      assert.strictEqual(yield* attempts("ada", 1), 0)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* attempts("ada", 6), 5)
    }))

  test("attempts while locked do not count and do not lengthen the lock", () =>
    Effect.gen(function* () {
      yield* attempts("ada", 5)
      for (let minute = 0; minute < 15; minute++) {
        assert.strictEqual(yield* attempts("ada", 3), 0)
        yield* TestClock.adjust("1 minutes")
      }
      assert.strictEqual(yield* attempts("ada", 6), 5)
    }))

  test("a success clears the counter", () =>
    Effect.gen(function* () {
      const { clear } = yield* LoginThrottle
      yield* attempts("ada", 5)
      yield* clear("ada")
      assert.strictEqual(yield* attempts("ada", 6), 5)
    }))

  it.effect.each([
    ["back by three days, after 15 minutes", 15 * 60_000, -3 * 86_400_000, 5],
    ["back by three days, before", 15 * 60_000 - 1, -3 * 86_400_000, 0],
    ["ahead by an hour", 1, 3_600_000, 5]
  ] as const)("the lock of a wall clock that is set %s", ([, evenMs, wallMs, allowed]) =>
    Effect.gen(function* () {
      const now = { evenMs: 5_000, wallMs: 1_800_000_000_000 }
      const clock: Clock.Clock = {
        ...(yield* Clock.Clock),
        currentTimeMillisUnsafe: () => now.wallMs,
        currentTimeMillis: Effect.sync(() => now.wallMs),
        monotonicTimeNanosUnsafe: () => BigInt(now.evenMs) * 1_000_000n
      }
      yield* Effect.gen(function* () {
        yield* attempts("ada", 5)
        now.evenMs += evenMs
        now.wallMs += wallMs
        assert.strictEqual(yield* attempts("ada", 6), allowed)
      }).pipe(Effect.provideService(Clock.Clock, clock), Effect.provide(LoginThrottle.layer))
    })
  )

  test("a success of an attempt made before the lock clears the lock", () =>
    Effect.gen(function* () {
      const { attempt, clear } = yield* LoginThrottle
      yield* attempt("ada")
      assert.strictEqual(yield* attempts("ada", 5), 4)
      yield* clear("ada")
      yield* attempt("ada")
    }))

  test("a withdrawn attempt does not count, nor does the lock it made", () =>
    Effect.gen(function* () {
      const { attempt, withdraw } = yield* LoginThrottle
      for (let i = 0; i < 10; i++) {
        yield* attempt("ada")
        yield* withdraw("ada")
      }
      yield* attempts("ada", 5)
      yield* withdraw("ada")
      assert.strictEqual(yield* attempts("ada", 2), 1)
      yield* withdraw("never seen")
    }))

  test("names are counted apart, whether or not they exist, and without regard to case", () =>
    Effect.gen(function* () {
      yield* attempts("ada", 5)
      assert.strictEqual(yield* attempts("bob", 5), 5)
      assert.strictEqual(yield* attempts(" ＡＤＡ ", 1), 0)
    }))

  test("very long names are counted by their beginning", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* attempts("x".repeat(100_000), 6), 5)
      assert.strictEqual(yield* attempts("x".repeat(100_001), 1), 0)
      assert.strictEqual(yield* attempts("x".repeat(50), 1), 1)
    }))

  const bounded = (name: string, body: () => Effect.Effect<void, unknown, LoginThrottle>) =>
    it.effect(name, () => Effect.provide(body(), LoginThrottle.layerWith({ capacity: 10 })))

  bounded("a full table drops the names with the fewest failures, oldest first", () =>
    Effect.gen(function* () {
      yield* attempts("locked", 5)
      yield* attempts("nearly", 4)
      for (let i = 0; i < 100; i++) yield* attempts(`name ${i}`, 1)
      assert.strictEqual(yield* attempts("locked", 1), 0)
      assert.strictEqual(yield* attempts("nearly", 2), 1)
      // The kept name has one failure, so four more lock it; the dropped one starts at zero.
      assert.strictEqual(yield* attempts("name 99", 6), 4)
      assert.strictEqual(yield* attempts("name 0", 6), 5)
    })
  )

  bounded("a full table of locked names drops the one whose lock ends first", () =>
    Effect.gen(function* () {
      for (let i = 0; i < 10; i++) {
        yield* attempts(`name ${i}`, 5)
        yield* TestClock.adjust("1 seconds")
      }
      yield* attempts("another", 1)
      assert.strictEqual(yield* attempts("name 1", 1), 0)
      assert.strictEqual(yield* attempts("name 9", 1), 0)
      assert.strictEqual(yield* attempts("name 0", 1), 1)
    })
  )

  bounded("a full table drops expired names first", () =>
    Effect.gen(function* () {
      for (let i = 0; i < 9; i++) yield* attempts(`old ${i}`, 5)
      yield* TestClock.adjust("15 minutes")
      yield* attempts("fresh", 1)
      for (let i = 0; i < 9; i++) yield* attempts(`new ${i}`, 1)
      assert.strictEqual(yield* attempts("fresh", 6), 4)
    })
  )
})
