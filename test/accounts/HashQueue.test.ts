import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch } from "effect"
import { HasherBusy, make } from "../../src/accounts/HashQueue.ts"

/** Work that runs until the latch opens, and counts what runs. */
const gated = Effect.gen(function* () {
  const gate = yield* Latch.make()
  const seen = { running: 0, most: 0, done: 0 }
  const work = Effect.gen(function* () {
    seen.running++
    seen.most = Math.max(seen.most, seen.running)
    yield* gate.await
    seen.running--
    seen.done++
  })
  return { gate, seen, work }
})

const times = <A, E>(count: number, effect: Effect.Effect<A, E>) =>
  Effect.all(
    Array.from({ length: count }, () => effect),
    { concurrency: "unbounded" }
  )

const settled = Effect.repeat(Effect.yieldNow, { times: 20 })

describe("HashQueue", () => {
  it.effect("runs at most two at once, and all in the end", () =>
    Effect.gen(function* () {
      const { gate, seen, work } = yield* gated
      const queued = make({ concurrency: 2, waiting: 64 })
      const all = yield* Effect.forkChild(times(66, queued(work)))
      yield* settled
      assert.deepStrictEqual(seen, { running: 2, most: 2, done: 0 })
      yield* gate.open
      yield* Fiber.join(all)
      assert.deepStrictEqual(seen, { running: 0, most: 2, done: 66 })
    })
  )

  it.effect("refuses what finds no place to wait, and takes more when there is room again", () =>
    Effect.gen(function* () {
      const { gate, seen, work } = yield* gated
      const queued = make({ concurrency: 2, waiting: 3 })
      const five = yield* Effect.forkChild(times(5, queued(work)))
      yield* settled
      assert.deepStrictEqual(yield* Effect.flip(queued(work)), new HasherBusy())
      yield* gate.open
      yield* Fiber.join(five)
      yield* queued(work)
      assert.strictEqual(seen.done, 6)
    })
  )

  it.effect("a waiter that is interrupted leaves its place to another", () =>
    Effect.gen(function* () {
      const { gate, seen, work } = yield* gated
      const queued = make({ concurrency: 1, waiting: 1 })
      const running = yield* Effect.forkChild(queued(work))
      yield* settled
      const waiter = yield* Effect.forkChild(queued(work))
      yield* settled
      assert.deepStrictEqual(yield* Effect.flip(queued(work)), new HasherBusy())
      yield* Fiber.interrupt(waiter)
      const next = yield* Effect.forkChild(queued(work))
      yield* settled
      yield* gate.open
      yield* Fiber.join(running)
      yield* Fiber.join(next)
      assert.strictEqual(seen.done, 2)
    })
  )

  it.effect("what runs keeps its thread until it is over, interrupted or not", () =>
    Effect.gen(function* () {
      const { gate, seen, work } = yield* gated
      const queued = make({ concurrency: 1, waiting: 1 })
      const first = yield* Effect.forkChild(queued(work))
      yield* settled
      const interruption = yield* Effect.forkChild(Fiber.interrupt(first))
      const second = yield* Effect.forkChild(queued(work))
      yield* settled
      assert.deepStrictEqual(seen, { running: 1, most: 1, done: 0 })
      yield* gate.open
      yield* Fiber.join(interruption)
      yield* Fiber.join(second)
      assert.deepStrictEqual(seen, { running: 0, most: 1, done: 2 })
    })
  )
})
