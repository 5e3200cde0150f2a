import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import * as SharedWork from "../../src/deck/SharedWork.ts"

const start = <A, E>(effect: Effect.Effect<A, E>) => Effect.forkChild(effect, { startImmediately: true })

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

describe("SharedWork", () => {
  it.effect("runs once for concurrent callers, and again for later ones", () =>
    Effect.gen(function* () {
      const shared = yield* SharedWork.make<string, string>()
      const { log, answer, work } = yield* watched()
      const askers = yield* Effect.forEach([1, 2, 3], () => start(shared("key", work)))
      yield* Deferred.succeed(answer, "done")
      assert.deepStrictEqual(yield* Fiber.joinAll(askers), ["done", "done", "done"])
      assert.deepStrictEqual(log, ["begun"])
      yield* shared("key", work)
      assert.deepStrictEqual(log, ["begun", "begun"])
    })
  )

  it.effect("is separate for another key", () =>
    Effect.gen(function* () {
      const shared = yield* SharedWork.make<string, string>()
      const waiting = yield* start(shared("key", Effect.never))
      assert.strictEqual(yield* shared("other", Effect.succeed("mine")), "mine")
      yield* Fiber.interrupt(waiting)
    })
  )

  it.effect("fails for all waiting callers, and is started anew afterwards", () =>
    Effect.gen(function* () {
      const shared = yield* SharedWork.make<string, string>()
      const { answer, work } = yield* watched()
      const askers = yield* Effect.forEach([1, 2], () => start(Effect.exit(shared("key", work))))
      yield* Deferred.fail(answer, "no")
      assert.deepStrictEqual(yield* Fiber.joinAll(askers), [Exit.fail("no"), Exit.fail("no")])
      assert.strictEqual(yield* shared("key", Effect.succeed("now")), "now")
    })
  )

  it.effect("goes on while anybody waits, and is interrupted with the last caller", () =>
    Effect.gen(function* () {
      const shared = yield* SharedWork.make<string, string>()
      const { log, begun, work } = yield* watched()
      const first = yield* start(shared("key", work))
      const second = yield* start(shared("key", work))
      yield* begun
      yield* Fiber.interrupt(first)
      assert.deepStrictEqual(log, ["begun"])
      yield* Fiber.interrupt(second)
      assert.deepStrictEqual(log, ["begun", "interrupted"])
      assert.strictEqual(yield* shared("key", Effect.succeed("new")), "new")
    })
  )

  it.effect("is started anew by a caller who comes while abandoned work is being interrupted", () =>
    Effect.gen(function* () {
      const shared = yield* SharedWork.make<string, string>()
      const gate = yield* Deferred.make<void>()
      const begun = yield* Deferred.make<void>()
      const slowToEnd = Deferred.succeed(begun, undefined).pipe(
        Effect.andThen(Effect.never),
        Effect.onInterrupt(() => Deferred.await(gate))
      )
      const first = yield* start(shared("key", slowToEnd))
      yield* Deferred.await(begun)
      const leaving = yield* start(Fiber.interrupt(first))
      assert.strictEqual(yield* shared("key", Effect.succeed("new")), "new")
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(leaving)
    })
  )

  it.effect("ends with its scope", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const shared = yield* Scope.provide(SharedWork.make<string, string>(), scope)
      const { log, begun, work } = yield* watched()
      const asker = yield* start(shared("key", work))
      yield* begun
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(log, ["begun", "interrupted"])
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(asker)))
    })
  )
})
