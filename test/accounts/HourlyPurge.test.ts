import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import * as HourlyPurge from "../../src/accounts/sessions/HourlyPurge.ts"
import { StorageError } from "../../src/domain/StorageError.ts"

describe("HourlyPurge", () => {
  it.effect("removes expired sessions at the start and every hour, even if the run before failed", () =>
    Effect.gen(function* () {
      const runs: Array<number> = []
      const logged: Array<unknown> = []
      const purgeExpired = Effect.suspend(() => {
        runs.push(runs.length)
        if (runs.length === 2) return new StorageError({ operation: "test", unavailable: true, cause: null })
        return runs.length === 3 ? Effect.die("defect") : Effect.succeed(runs.length * 10)
      })
      const logger = Logger.make(({ message, logLevel }) => void logged.push([logLevel, message]))
      yield* Layer.build(
        HourlyPurge.layer("expired sessions", purgeExpired).pipe(Layer.provide(Logger.layer([logger])))
      )
      yield* TestClock.adjust(0)
      assert.strictEqual(runs.length, 1)
      yield* TestClock.adjust("3599999 millis")
      assert.strictEqual(runs.length, 1)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(runs.length, 2)
      yield* TestClock.adjust("2 hours")
      assert.strictEqual(runs.length, 4)
      assert.deepStrictEqual(logged, [
        ["Info", ["Removed 10 expired sessions."]],
        ["Error", ["Could not remove expired sessions"]],
        ["Error", ["Could not remove expired sessions"]],
        ["Info", ["Removed 40 expired sessions."]]
      ])
    })
  )
})
