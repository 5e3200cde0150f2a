import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Latch, Scope } from "effect"
import { Gate, GateFull, ShareExceeded } from "../../src/bounded/Gate.ts"

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

const share = new ShareExceeded({ noun: "jobs" })
const full = new GateFull({ noun: "jobs" })

const gateFor = (perServer: number, waiting: number, waitingPerKey: number) =>
  new Gate({ noun: "jobs", perServer, waiting: { perServer: waiting, perKey: waitingPerKey } })

const settled = Effect.repeat(Effect.yieldNow, { times: 20 })

describe("A gate with lines", () => {
  it.effect("runs at most two jobs at once, and all in the end", () =>
    Effect.gen(function* () {
      const { gate, seen, work } = yield* gatedWork
      const gated = gateFor(2, 64, 64)
      const all = yield* Effect.forkChild(times(66, gated.run("a", work)))
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
      const gated = gateFor(2, 3, 3)
      const five = yield* Effect.forkChild(times(5, gated.run("a", work)))
      yield* settled
      assert.deepStrictEqual(yield* Effect.flip(gated.run("a", work)), share)
      yield* gate.open
      yield* Fiber.join(five)
      yield* gated.run("a", work)
      assert.strictEqual(seen.done, 6)
    })
  )

  it.effect("an interrupted waiting job leaves its place to another", () =>
    Effect.gen(function* () {
      const { gate, seen, work } = yield* gatedWork
      const gated = gateFor(1, 1, 1)
      const running = yield* Effect.forkChild(gated.run("a", work))
      yield* settled
      const waiter = yield* Effect.forkChild(gated.run("a", work))
      yield* settled
      assert.deepStrictEqual(yield* Effect.flip(gated.run("a", work)), share)
      yield* Fiber.interrupt(waiter)
      const next = yield* Effect.forkChild(gated.run("a", work))
      yield* settled
      yield* gate.open
      yield* Fiber.join(running)
      yield* Fiber.join(next)
      assert.strictEqual(seen.done, 2)
    })
  )

  it.effect("a running job that cannot be interrupted keeps its place until it is over", () =>
    Effect.gen(function* () {
      const { gate, seen, work } = yield* gatedWork
      const gated = gateFor(1, 1, 1)
      const first = yield* Effect.forkChild(gated.run("a", Effect.uninterruptible(work)))
      yield* settled
      const interruption = yield* Effect.forkChild(Fiber.interrupt(first))
      const second = yield* Effect.forkChild(gated.run("a", Effect.uninterruptible(work)))
      yield* settled
      assert.deepStrictEqual(seen, { running: 1, most: 1, done: 0 })
      yield* gate.open
      yield* Fiber.join(interruption)
      yield* Fiber.join(second)
      assert.deepStrictEqual(seen, { running: 0, most: 1, done: 2 })
    })
  )

  /** A gate with one place, whose callers record the order in which they ran. */
  const shared = Effect.fnUntraced(function* (perServer: number, perKey: number) {
    const latch = yield* Latch.make()
    const order: Array<string> = []
    const gate = gateFor(1, perServer, perKey)
    const ask = (key: string, hasSession = false) =>
      gate
        .run(
          key,
          Effect.andThen(
            latch.await,
            Effect.sync(() => void order.push(key))
          ),
          hasSession
        )
        .pipe(
          Effect.flip,
          Effect.catch(() => Effect.succeed("done" as const)),
          Effect.forkChild,
          Effect.tap(() => settled)
        )
    return { latch, order, gate, ask }
  })

  it.effect("callers take turns: one job does not wait for all earlier jobs of another caller", () =>
    Effect.gen(function* () {
      const { latch, order, ask } = yield* shared(64, 16)
      const asked = yield* Effect.forEach(["a", "a", "a", "a", "a", "b", "c", "c", "b"], (key) => ask(key))
      yield* latch.open
      yield* Fiber.joinAll(asked)
      assert.deepStrictEqual(order, ["a", "a", "b", "c", "a", "b", "c", "a", "a"])
    })
  )

  it.effect("callers with a session get every second turn", () =>
    Effect.gen(function* () {
      const { latch, order, ask } = yield* shared(64, 16)
      const others = yield* Effect.forEach(["a", "b", "c", "d", "e"], (key) => ask(key))
      const users = yield* Effect.forEach(["U", "U", "V"], (key) => ask(key, true))
      yield* latch.open
      yield* Fiber.joinAll([...others, ...users])
      assert.deepStrictEqual(order, ["a", "U", "b", "V", "c", "U", "d", "e"])
    })
  )

  it.effect("a caller beyond its share is refused, while others still find a place", () =>
    Effect.gen(function* () {
      const { latch, order, gate, ask } = yield* shared(4, 2)
      const room = (key: string, hasSession = false) => Effect.sync(() => gate.refusal(key, hasSession) ?? "room")
      const first = yield* Effect.forEach(["a", "a", "a"], (key) => ask(key))
      assert.deepStrictEqual(yield* room("a"), share)
      assert.deepStrictEqual(yield* Fiber.join(yield* ask("a")), share)
      assert.strictEqual(yield* room("b"), "room")
      const second = yield* Effect.forEach(["b", "b"], (key) => ask(key))
      assert.strictEqual(gate.waiting, 4)
      // In a full line a new caller displaces the latest job of the caller with the most jobs.
      assert.strictEqual(yield* room("c"), "room")
      const third = yield* ask("c")
      assert.deepStrictEqual(yield* Fiber.join(first[2] ?? third), share)
      const fourth = yield* ask("d")
      assert.deepStrictEqual(yield* Fiber.join(second[1] ?? fourth), share)
      assert.deepStrictEqual(yield* room("e"), full)
      assert.deepStrictEqual(yield* Fiber.join(yield* ask("e")), full)
      assert.strictEqual(gate.waiting, 4)
      // The line of callers with a session still has room.
      assert.strictEqual(yield* room("U", true), "room")
      const user = yield* ask("U", true)
      yield* latch.open
      yield* Fiber.joinAll([...first, ...second, third, fourth, user])
      assert.deepStrictEqual(order, ["a", "U", "a", "b", "c", "d"])
      assert.deepStrictEqual([gate.waiting, gate.running], [0, 0])
    })
  )
})

describe("A gate without lines", () => {
  it.effect("refuses at once whoever finds no place or holds its share, until a place is left", () =>
    Effect.gen(function* () {
      const gate = new Gate({ noun: "jobs", perServer: 3, perKey: 2, hint: "or ask for less" })
      const scopes = yield* Effect.forEach(["a", "a", "b"], (key) =>
        Effect.tap(Scope.make(), (scope) => Scope.provide(gate.enter(key), scope))
      )
      const refused = (key: string) => Effect.map(Effect.flip(Effect.scoped(gate.enter(key))), String)
      assert.include(yield* refused("a"), "Too many of your jobs at once. Try again shortly, or ask for less.")
      assert.include(yield* refused("c"), "Too many jobs at once. Try again shortly, or ask for less.")
      yield* Scope.close(scopes[2] ?? assert.fail("three entered"), Exit.void)
      yield* Effect.scoped(gate.enter("c"))
      assert.include(yield* refused("a"), "Too many of your jobs at once.")
      assert.deepStrictEqual([gate.running, gate.waiting], [2, 0])
    })
  )
})

describe("A gate with lines and a share", () => {
  it.effect("lets others pass who come later than somebody who holds its share", () =>
    Effect.gen(function* () {
      const { gate: latch, seen, work } = yield* gatedWork
      const gate = new Gate({ noun: "jobs", perServer: 3, perKey: 1, waiting: { perServer: 4, perKey: 2 } })
      const all = yield* Effect.forEach(["a", "a", "a", "b"], (key) => Effect.forkChild(gate.run(key, work)))
      yield* settled
      assert.deepStrictEqual([gate.running, gate.waiting], [2, 2])
      assert.deepStrictEqual(yield* Effect.flip(gate.run("a", work)), share)
      yield* latch.open
      yield* Fiber.joinAll(all)
      assert.deepStrictEqual([seen.done, gate.running, gate.waiting], [4, 0, 0])
    })
  )

  it.effect("frees a place on failure and interruption", () =>
    Effect.gen(function* () {
      const gate = gateFor(1, 1, 1)
      const first = yield* Effect.forkChild(gate.run("a", Effect.never), { startImmediately: true })
      const second = yield* Effect.forkChild(gate.run("b", Effect.fail("second")), { startImmediately: true })
      assert.deepStrictEqual([gate.running, gate.waiting], [1, 1])
      yield* Fiber.interrupt(first)
      assert.strictEqual(yield* Effect.flip(Fiber.join(second)), "second")
      assert.deepStrictEqual([gate.running, gate.waiting], [0, 0])
    })
  )
})
