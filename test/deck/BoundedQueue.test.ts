import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import * as BoundedQueue from "../../src/deck/BoundedQueue.ts"

const start = <A, E>(effect: Effect.Effect<A, E>) => Effect.forkChild(effect, { startImmediately: true })

describe("BoundedQueue", () => {
  it.effect("runs a bounded number at once, queues a bounded number, and refuses more", () =>
    Effect.gen(function* () {
      const room = BoundedQueue.make({ concurrency: 2, maxWaiting: 3 })
      const load = () => [room.running(), room.waiting()]
      const gate = yield* Deferred.make<void>()
      const begun: Array<number> = []
      const job = (n: number) =>
        room(
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
      const room = BoundedQueue.make({ concurrency: 1, maxWaiting: 1 })
      const load = () => [room.running(), room.waiting()]
      const first = yield* start(room(Effect.never))
      const second = yield* start(room(Effect.never))
      assert.deepStrictEqual(load(), [1, 1])
      yield* Fiber.interrupt(second)
      assert.deepStrictEqual(load(), [1, 0])
      const third = yield* start(room(Effect.fail("third")))
      assert.deepStrictEqual(load(), [1, 1])
      yield* Fiber.interrupt(first)
      assert.strictEqual(yield* Effect.flip(Fiber.join(third)), "third")
      assert.deepStrictEqual(load(), [0, 0])
      assert.strictEqual(yield* room(Effect.succeed("fourth")), "fourth")
    })
  )
})
