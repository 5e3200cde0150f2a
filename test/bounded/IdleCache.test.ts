import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import * as IdleCache from "../../src/bounded/IdleCache.ts"

const make = (capacity: number) =>
  IdleCache.make<string, string>({ capacity, weigh: (value) => value.length, idle: "10 minutes" })

const start = <A, E>(effect: Effect.Effect<A, E>) => Effect.forkChild(effect, { startImmediately: true })

type Cache = Effect.Success<ReturnType<typeof make>>

const keep = (cache: Cache, key: string, value: string) => cache.get(key, Effect.succeed(value))

const known = (cache: Cache, keys: string) =>
  Effect.map(
    Effect.filter([...keys], (key) => Effect.map(cache.kept(key), Option.isSome)),
    (kept) => kept.join("")
  )

/** Work that is logged, and completes when the test says so. */
const watched = Effect.fnUntraced(function* () {
  const log: Array<string> = []
  const answer = yield* Deferred.make<string, string>()
  const begun = yield* Deferred.make<void>()
  const work = Effect.sync(() => log.push("begun")).pipe(
    Effect.andThen(Deferred.succeed(begun, undefined)),
    Effect.andThen(Deferred.await(answer)),
    Effect.onInterrupt(() => Effect.sync(() => log.push("interrupted")))
  )
  return { log, answer, begun: Deferred.await(begun), work }
})

describe("IdleCache", () => {
  it.effect("looks up once for concurrent callers, and keeps the value", () =>
    Effect.gen(function* () {
      const cache = yield* make(10)
      const { log, answer, work } = yield* watched()
      const askers = yield* Effect.forEach([1, 2, 3], () => start(cache.get("key", work)))
      yield* Deferred.succeed(answer, "done")
      assert.deepStrictEqual(yield* Fiber.joinAll(askers), ["done", "done", "done"])
      assert.strictEqual(yield* cache.get("key", work), "done")
      assert.deepStrictEqual(log, ["begun"])
    })
  )

  it.effect("drops all values when nobody has asked for a while", () =>
    Effect.gen(function* () {
      const cache = yield* make(10)
      yield* keep(cache, "a", "1")
      yield* keep(cache, "b", "1")
      yield* TestClock.adjust("9 minutes")
      assert.strictEqual(yield* known(cache, "ab"), "ab")
      yield* TestClock.adjust("11 minutes")
      assert.deepStrictEqual([...(yield* cache.values)], [])
    })
  )

  it.effect("drops the least recently used values, by weight", () =>
    Effect.gen(function* () {
      const cache = yield* make(10)
      yield* keep(cache, "a", "1234")
      yield* keep(cache, "b", "1234")
      assert.strictEqual(yield* known(cache, "a"), "a")
      yield* keep(cache, "c", "1234")
      assert.strictEqual(yield* known(cache, "abc"), "ac")
      yield* keep(cache, "d", "1234567890")
      assert.strictEqual(yield* known(cache, "abcd"), "d")
    })
  )

  it.effect("does not keep a value beyond the capacity, and drops nothing else for it", () =>
    Effect.gen(function* () {
      const cache = yield* make(10)
      yield* keep(cache, "a", "1234")
      yield* keep(cache, "b", "12345678901")
      assert.strictEqual(yield* known(cache, "ab"), "a")
    })
  )

  it.effect("is separate for another key", () =>
    Effect.gen(function* () {
      const cache = yield* make(10)
      const waiting = yield* start(cache.get("key", Effect.never))
      assert.strictEqual(yield* cache.get("other", Effect.succeed("mine")), "mine")
      yield* Fiber.interrupt(waiting)
    })
  )

  it.effect("fails for all waiting callers, and is started anew afterwards", () =>
    Effect.gen(function* () {
      const cache = yield* make(10)
      const { answer, work } = yield* watched()
      const askers = yield* Effect.forEach([1, 2], () => start(Effect.exit(cache.get("key", work))))
      yield* Deferred.fail(answer, "no")
      assert.deepStrictEqual(yield* Fiber.joinAll(askers), [Exit.fail("no"), Exit.fail("no")])
      assert.strictEqual(yield* cache.get("key", Effect.succeed("now")), "now")
    })
  )

  it.effect("goes on while anybody waits, and is interrupted with the last caller", () =>
    Effect.gen(function* () {
      const cache = yield* make(10)
      const { log, begun, work } = yield* watched()
      const first = yield* start(cache.get("key", work))
      const second = yield* start(cache.get("key", work))
      yield* begun
      yield* Fiber.interrupt(first)
      assert.deepStrictEqual(log, ["begun"])
      yield* Fiber.interrupt(second)
      assert.deepStrictEqual(log, ["begun", "interrupted"])
      assert.strictEqual(yield* cache.get("key", Effect.succeed("new")), "new")
    })
  )

  it.effect("is started anew by a caller who comes while abandoned work is being interrupted", () =>
    Effect.gen(function* () {
      const cache = yield* make(10)
      const gate = yield* Deferred.make<void>()
      const begun = yield* Deferred.make<void>()
      const slowToEnd = Deferred.succeed(begun, undefined).pipe(
        Effect.andThen(Effect.never),
        Effect.onInterrupt(() => Deferred.await(gate))
      )
      const first = yield* start(cache.get("key", slowToEnd))
      yield* Deferred.await(begun)
      const leaving = yield* start(Fiber.interrupt(first))
      assert.strictEqual(yield* cache.get("key", Effect.succeed("new")), "new")
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(leaving)
    })
  )
})
