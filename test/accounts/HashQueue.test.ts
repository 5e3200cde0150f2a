import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch } from "effect"
import { HashCaller, HasherBusy, HashShareExceeded, make } from "../../src/accounts/HashQueue.ts"

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
      const queued = make({ concurrency: 2, maxWaiting: 64, maxWaitingPerCaller: 64 })
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
      const queued = make({ concurrency: 2, maxWaiting: 3, maxWaitingPerCaller: 3 })
      const five = yield* Effect.forkChild(times(5, queued(work)))
      yield* settled
      assert.deepStrictEqual(yield* Effect.flip(queued(work)), new HashShareExceeded())
      yield* gate.open
      yield* Fiber.join(five)
      yield* queued(work)
      assert.strictEqual(seen.done, 6)
    })
  )

  it.effect("a waiter that is interrupted leaves its place to another", () =>
    Effect.gen(function* () {
      const { gate, seen, work } = yield* gated
      const queued = make({ concurrency: 1, maxWaiting: 1, maxWaitingPerCaller: 1 })
      const running = yield* Effect.forkChild(queued(work))
      yield* settled
      const waiter = yield* Effect.forkChild(queued(work))
      yield* settled
      assert.deepStrictEqual(yield* Effect.flip(queued(work)), new HashShareExceeded())
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
      const queued = make({ concurrency: 1, maxWaiting: 1, maxWaitingPerCaller: 1 })
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

  /** Runs for one caller after the other as a single thread gets to them, and says in which order. */
  const shared = Effect.fnUntraced(function* (bounds: {
    readonly maxWaiting: number
    readonly maxWaitingPerCaller: number
  }) {
    const gate = yield* Latch.make()
    const order: Array<string> = []
    const queued = make({ concurrency: 1, ...bounds })
    const ask = (key: string, hasSession = false) =>
      queued(
        Effect.andThen(
          gate.await,
          Effect.sync(() => void order.push(key))
        )
      ).pipe(
        Effect.provideService(HashCaller, { key, hasSession }),
        Effect.flip,
        Effect.catch(() => Effect.succeed("done" as const)),
        Effect.forkChild,
        Effect.tap(() => settled)
      )
    return { gate, order, queued, ask }
  })

  it.effect("callers take turns: who has asked once does not wait for all that another has asked before", () =>
    Effect.gen(function* () {
      const { gate, order, ask } = yield* shared({ maxWaiting: 64, maxWaitingPerCaller: 16 })
      const asked = yield* Effect.forEach(["a", "a", "a", "a", "a", "b", "c", "c", "b"], (key) => ask(key))
      yield* gate.open
      yield* Fiber.joinAll(asked)
      assert.deepStrictEqual(order, ["a", "a", "b", "c", "a", "b", "c", "a", "a"])
    })
  )

  it.effect("callers with a session have every second turn, whoever else waits", () =>
    Effect.gen(function* () {
      const { gate, order, ask } = yield* shared({ maxWaiting: 64, maxWaitingPerCaller: 16 })
      const others = yield* Effect.forEach(["a", "b", "c", "d", "e"], (key) => ask(key))
      const users = yield* Effect.forEach(["U", "U", "V"], (key) => ask(key, true))
      yield* gate.open
      yield* Fiber.joinAll([...others, ...users])
      assert.deepStrictEqual(order, ["a", "U", "b", "V", "c", "U", "d", "e"])
    })
  )

  it.effect("a caller beyond its share is told so, while others still find a place", () =>
    Effect.gen(function* () {
      const { gate, order, queued, ask } = yield* shared({ maxWaiting: 4, maxWaitingPerCaller: 2 })
      const room = (key: string, hasSession = false) => Effect.sync(() => queued.refusal({ key, hasSession }) ?? "room")
      const first = yield* Effect.forEach(["a", "a", "a"], (key) => ask(key))
      assert.deepStrictEqual(yield* room("a"), new HashShareExceeded())
      assert.deepStrictEqual(yield* Fiber.join(yield* ask("a")), new HashShareExceeded())
      assert.strictEqual(yield* room("b"), "room")
      const second = yield* Effect.forEach(["b", "b"], (key) => ask(key))
      assert.strictEqual(queued.waiting(), 4)
      // Full: a newcomer takes the latest place of who has most, and only such a one.
      assert.strictEqual(yield* room("c"), "room")
      const third = yield* ask("c")
      assert.deepStrictEqual(yield* Fiber.join(first[2] ?? third), new HashShareExceeded())
      const fourth = yield* ask("d")
      assert.deepStrictEqual(yield* Fiber.join(second[1] ?? fourth), new HashShareExceeded())
      assert.deepStrictEqual(yield* room("e"), new HasherBusy())
      assert.deepStrictEqual(yield* Fiber.join(yield* ask("e")), new HasherBusy())
      assert.strictEqual(queued.waiting(), 4)
      // What is full for callers without a session is not for those with one.
      assert.strictEqual(yield* room("U", true), "room")
      const user = yield* ask("U", true)
      yield* gate.open
      yield* Fiber.joinAll([...first, ...second, third, fourth, user])
      assert.deepStrictEqual(order, ["a", "U", "a", "b", "c", "d"])
      assert.deepStrictEqual([queued.waiting(), queued.running()], [0, 0])
    })
  )
})
