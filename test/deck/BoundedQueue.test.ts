import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import * as BoundedQueue from "../../src/deck/BoundedQueue.ts"

const start = <A, E>(effect: Effect.Effect<A, E>) => Effect.forkChild(effect, { startImmediately: true })

describe("BoundedQueue", () => {
  it.effect("users take turns, and one who has too much waiting is refused while others are not", () =>
    Effect.gen(function* () {
      const room = BoundedQueue.make({ concurrency: 1, maxWaiting: 4, maxWaitingPerUser: 2 })
      const gate = yield* Deferred.make<void>()
      const begun: Array<string> = []
      const job = (user: string, n: number) =>
        room(
          user,
          Effect.andThen(
            Effect.sync(() => begun.push(`${user} ${n}`)),
            Deferred.await(gate)
          )
        )
      const adas = yield* Effect.forEach([1, 2, 3], (n) => start(job("ada", n)))
      assert.strictEqual((yield* Effect.flip(job("ada", 4)))._tag, "ExportShareExceeded")
      const bobs = yield* Effect.forEach([1, 2], (n) => start(job("bob", n)))
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.joinAll([...adas, ...bobs])
      assert.deepStrictEqual(begun, ["ada 1", "ada 2", "bob 1", "ada 3", "bob 2"])
    })
  )

  it.effect("runs a bounded number at once, queues a bounded number, and refuses more", () =>
    Effect.gen(function* () {
      const room = BoundedQueue.make({ concurrency: 2, maxWaiting: 3, maxWaitingPerUser: 3 })
      const load = () => [room.running(), room.waiting()]
      const gate = yield* Deferred.make<void>()
      const begun: Array<number> = []
      const job = (n: number) =>
        room(
          null,
          Effect.andThen(
            Effect.sync(() => begun.push(n)),
            Deferred.await(gate)
          )
        )
      const fibers = yield* Effect.forEach([1, 2, 3, 4, 5], (n) => start(job(n)))
      assert.deepStrictEqual(load(), [2, 3])
      assert.strictEqual((yield* Effect.flip(job(6)))._tag, "ExporterBusy")
      assert.deepStrictEqual(begun, [1, 2])
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.joinAll(fibers)
      assert.deepStrictEqual(begun, [1, 2, 3, 4, 5])
      assert.deepStrictEqual(load(), [0, 0])
    })
  )

  it.effect("frees a place on interruption, whether waiting or running, and on failure", () =>
    Effect.gen(function* () {
      const room = BoundedQueue.make({ concurrency: 1, maxWaiting: 1, maxWaitingPerUser: 1 })
      const load = () => [room.running(), room.waiting()]
      const first = yield* start(room(null, Effect.never))
      const second = yield* start(room(null, Effect.never))
      assert.deepStrictEqual(load(), [1, 1])
      yield* Fiber.interrupt(second)
      assert.deepStrictEqual(load(), [1, 0])
      const third = yield* start(room(null, Effect.fail("third")))
      assert.deepStrictEqual(load(), [1, 1])
      yield* Fiber.interrupt(first)
      assert.strictEqual(yield* Effect.flip(Fiber.join(third)), "third")
      assert.deepStrictEqual(load(), [0, 0])
      assert.strictEqual(yield* room(null, Effect.succeed("fourth")), "fourth")
    })
  )
})
