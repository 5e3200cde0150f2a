import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch } from "effect"
import { TestClock } from "effect/testing"
import * as LookupCache from "../../src/accounts/sessions/LookupCache.ts"

const numbered = Effect.gen(function* () {
  let lookUps = 0
  const gate = yield* Latch.make(true)
  const cache = yield* LookupCache.make({
    capacity: 10,
    lookUp: () =>
      Effect.andThen(
        gate.await,
        Effect.sync(() => ++lookUps)
      ),
    timeToLive: () => "1 minute"
  })
  return { cache, gate }
})

describe("LookupCache", () => {
  it("is on the version of effect for which it was written", () => {
    const { version } = JSON.parse(readFileSync("node_modules/effect/package.json", "utf8"))
    // With another one: see that `Cache` still keeps its entries in `map`, by key, each with the fiber of its look-up.
    assert.strictEqual(version, "4.1.0")
  })

  it.effect("peek returns a cached value even if it expired, and nothing during a look-up", () =>
    Effect.gen(function* () {
      const { cache, gate } = yield* numbered
      assert.isUndefined(cache.peek("a"))
      yield* gate.close
      const getting = yield* Effect.forkChild(cache.get("a"), { startImmediately: true })
      assert.isUndefined(cache.peek("a"))
      yield* gate.open
      assert.strictEqual(yield* Fiber.join(getting), 1)
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(cache.peek("a"), 1)
      cache.remove("a")
      assert.isUndefined(cache.peek("a"))
      assert.strictEqual(yield* cache.get("a"), 2)
    })
  )

  it.effect("retain drops other values and look-ups under way, whose callers get their answer", () =>
    Effect.gen(function* () {
      const { cache, gate } = yield* numbered
      yield* Effect.forEach(["a", "b"], cache.get)
      yield* gate.close
      const getting = yield* Effect.forkChild(cache.get("c"), { startImmediately: true })
      cache.retain((value) => value === 1)
      yield* gate.open
      assert.strictEqual(yield* Fiber.join(getting), 3)
      assert.deepStrictEqual(["a", "b", "c"].map(cache.peek), [1, undefined, undefined])
      assert.strictEqual(yield* cache.get("c"), 4)
    })
  )
})
