import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { busyWait } from "../../src/log/writer/busyWait.ts"

const immediates = () => process.getActiveResourcesInfo().filter((resource) => resource === "Immediate").length

describe("busyWait", () => {
  it.live("returns the result, and stops the busy loop on success, failure and interruption", () =>
    Effect.gen(function* () {
      const before = immediates()
      const answer = yield* Deferred.make<string>()
      const waiting = yield* Effect.forkChild(busyWait(Deferred.await(answer)), { startImmediately: true })
      assert.isAbove(immediates(), before)
      yield* Deferred.succeed(answer, "committed")
      assert.strictEqual(yield* Fiber.join(waiting), "committed")
      assert.strictEqual(yield* Effect.flip(busyWait(Effect.fail("away"))), "away")
      const stopped = yield* Effect.forkChild(busyWait(Effect.never), { startImmediately: true })
      yield* Fiber.interrupt(stopped)
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(stopped)))
      assert.strictEqual(immediates(), before)
    })
  )

  it.live("stops the busy loop when the wait takes long", () =>
    Effect.gen(function* () {
      const before = immediates()
      const waiting = yield* Effect.forkChild(busyWait(Effect.never), { startImmediately: true })
      while (immediates() > before) yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 1)))
      assert.isUndefined(waiting.pollUnsafe())
      yield* Fiber.interrupt(waiting)
    })
  )
})
