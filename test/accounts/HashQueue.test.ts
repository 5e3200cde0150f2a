import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch } from "effect"
import { HashCaller, HasherBusy, HashShareExceeded, makeHashQueue } from "../../src/accounts/HashQueue.ts"

/** Work that runs until the latch opens, and counts how many run. */
const gatedWork = Effect.gen(function* () {
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
  it.effect("runs at most two jobs at once, and all in the end", () =>
    Effect.gen(function* () {
      const { gate, seen, work } = yield* gatedWork
      const queued = makeHashQueue({ concurrency: 2, maxWaiting: 64, maxWaitingPerCaller: 64 })
      const all = yield* Effect.forkChild(times(66, queued(work)))
      yield* settled
      assert.deepStrictEqual(seen, { running: 2, most: 2, done: 0 })
      yield* gate.open
      yield* Fiber.join(all)
      assert.deepStrictEqual(seen, { running: 0, most: 2, done: 66 })
    })
  )

  it.effect("refuses jobs when the line is full, and accepts more when there is room again", () =>
    Effect.gen(function* () {
      const { gate, seen, work } = yield* gatedWork
      const queued = makeHashQueue({ concurrency: 2, maxWaiting: 3, maxWaitingPerCaller: 3 })
      const five = yield* Effect.forkChild(times(5, queued(work)))
      yield* settled
      assert.deepStrictEqual(yield* Effect.flip(queued(work)), new HashShareExceeded())
      yield* gate.open
      yield* Fiber.join(five)
      yield* queued(work)
      assert.strictEqual(seen.done, 6)
    })
  )

  it.effect("an interrupted waiting job leaves its place to another", () =>
    Effect.gen(function* () {
      const { gate, seen, work } = yield* gatedWork
      const queued = makeHashQueue({ concurrency: 1, maxWaiting: 1, maxWaitingPerCaller: 1 })
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

  it.effect("a running job keeps its place until it is over, even if interrupted", () =>
    Effect.gen(function* () {
      const { gate, seen, work } = yield* gatedWork
      const queued = makeHashQueue({ concurrency: 1, maxWaiting: 1, maxWaitingPerCaller: 1 })
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

  /** A queue of concurrency one, whose jobs record the order in which they ran. */
  const shared = Effect.fnUntraced(function* (bounds: {
    readonly maxWaiting: number
    readonly maxWaitingPerCaller: number
  }) {
    const gate = yield* Latch.make()
    const order: Array<string> = []
    const queued = makeHashQueue({ concurrency: 1, ...bounds })
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

  it.effect("callers take turns: one job does not wait for all earlier jobs of another caller", () =>
    Effect.gen(function* () {
      const { gate, order, ask } = yield* shared({ maxWaiting: 64, maxWaitingPerCaller: 16 })
      const asked = yield* Effect.forEach(["a", "a", "a", "a", "a", "b", "c", "c", "b"], (key) => ask(key))
      yield* gate.open
      yield* Fiber.joinAll(asked)
      assert.deepStrictEqual(order, ["a", "a", "b", "c", "a", "b", "c", "a", "a"])
    })
  )

  it.effect("callers with a session get every second turn", () =>
    Effect.gen(function* () {
      const { gate, order, ask } = yield* shared({ maxWaiting: 64, maxWaitingPerCaller: 16 })
      const others = yield* Effect.forEach(["a", "b", "c", "d", "e"], (key) => ask(key))
      const users = yield* Effect.forEach(["U", "U", "V"], (key) => ask(key, true))
      yield* gate.open
      yield* Fiber.joinAll([...others, ...users])
      assert.deepStrictEqual(order, ["a", "U", "b", "V", "c", "U", "d", "e"])
    })
  )

  it.effect("a caller beyond its share is refused, while others still find a place", () =>
    Effect.gen(function* () {
      const { gate, order, queued, ask } = yield* shared({ maxWaiting: 4, maxWaitingPerCaller: 2 })
      const room = (key: string, hasSession = false) => Effect.sync(() => queued.refusal({ key, hasSession }) ?? "room")
      const first = yield* Effect.forEach(["a", "a", "a"], (key) => ask(key))
      assert.deepStrictEqual(yield* room("a"), new HashShareExceeded())
      assert.deepStrictEqual(yield* Fiber.join(yield* ask("a")), new HashShareExceeded())
      assert.strictEqual(yield* room("b"), "room")
      const second = yield* Effect.forEach(["b", "b"], (key) => ask(key))
      assert.strictEqual(queued.waiting(), 4)
      // In a full line a new caller displaces the latest job of the caller with the most jobs.
      assert.strictEqual(yield* room("c"), "room")
      const third = yield* ask("c")
      assert.deepStrictEqual(yield* Fiber.join(first[2] ?? third), new HashShareExceeded())
      const fourth = yield* ask("d")
      assert.deepStrictEqual(yield* Fiber.join(second[1] ?? fourth), new HashShareExceeded())
      assert.deepStrictEqual(yield* room("e"), new HasherBusy())
      assert.deepStrictEqual(yield* Fiber.join(yield* ask("e")), new HasherBusy())
      assert.strictEqual(queued.waiting(), 4)
      // The line of callers with a session still has room.
      assert.strictEqual(yield* room("U", true), "room")
      const user = yield* ask("U", true)
      yield* gate.open
      yield* Fiber.joinAll([...first, ...second, third, fourth, user])
      assert.deepStrictEqual(order, ["a", "U", "a", "b", "c", "d"])
      assert.deepStrictEqual([queued.waiting(), queued.running()], [0, 0])
    })
  )
})
