import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Sink, Stdio } from "effect"
import { TestClock } from "effect/testing"
import * as Progress from "../../scripts/admin/Progress.ts"

/** Records what is written on standard error. */
const screen = (isTerminal: boolean) => {
  const written: Array<string> = []
  const write = (text: string | Uint8Array) => Effect.sync(() => written.push(String(text)))
  const layer = Stdio.layerTest({
    stderrIsTerminal: Effect.succeed(isTerminal),
    stderr: () => Sink.forEach(write)
  })
  return { written, layer }
}

const erased = "\r\u001B[2K"

describe("Progress", () => {
  it.effect("shows nothing for a second, then the elapsed time, and erases it at the end", () =>
    Effect.gen(function* () {
      const { written, layer } = screen(true)
      const work = Progress.during("Waiting", () => Effect.as(Effect.sleep("1050 millis"), "done"))
      const running = yield* Effect.forkChild(Effect.provide(work, layer))
      yield* TestClock.adjust("999 millis")
      assert.deepStrictEqual(written, [])
      yield* TestClock.adjust("51 millis")
      assert.strictEqual(yield* Fiber.join(running), "done")
      assert.deepStrictEqual(written, [`${erased}Waiting 1 s`, erased])
    })
  )

  it.effect("shows a bar once a step is reported", () =>
    Effect.gen(function* () {
      const { written, layer } = screen(true)
      const work = Progress.during("Counting", (step) => Effect.andThen(step(50, 200), Effect.sleep("1 minute")))
      yield* Effect.forkChild(Effect.provide(work, layer))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(written, [`${erased}Counting [#######-----------------------] 25 %, 50 of 200`])
    })
  )

  it.effect("passes on a failure", () =>
    Effect.gen(function* () {
      const { written, layer } = screen(true)
      const work = Progress.during("Failing", () => Effect.andThen(Effect.sleep("2 seconds"), Effect.fail("no")))
      const running = yield* Effect.forkChild(Effect.exit(Effect.provide(work, layer)))
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(yield* Fiber.join(running), Exit.fail("no"))
      assert.strictEqual(written.at(-1), erased)
    })
  )

  it.effect("writes nothing without a terminal", () =>
    Effect.gen(function* () {
      const { written, layer } = screen(false)
      const work = Progress.during("Waiting", (step) => Effect.andThen(step(1, 2), Effect.sleep("1 minute")))
      yield* Effect.forkChild(Effect.provide(work, layer))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(written, [])
    })
  )
})
