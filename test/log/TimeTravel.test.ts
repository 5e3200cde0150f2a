import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Checkpoints } from "../../src/log/projection/Checkpoints.ts"
import { TimeTravel } from "../../src/log/projection/TimeTravel.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { event } from "./Samples.ts"

describe("Time travel", () => {
  it.live("finds the last event before a day, and reads each event's time at most once", () => {
    const count = 300
    const days = Array.from({ length: 32 }, (_, n) => new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10))
    // Some days have many events, others none.
    const timestampAt = (n: number) => new Date(Date.UTC(2026, 0, 1) + n ** 3 * 80).toISOString()
    const asked: Array<number> = []
    const store = Layer.mock(EventStore, {
      writer: "me",
      lastAppended: () => 0,
      read: (after: number) =>
        Effect.sync(() => {
          asked.push(after + 1)
          return [event(after + 1, { timestamp: timestampAt(after + 1) })]
        })
    })
    return Effect.gen(function* () {
      const { lastBefore } = yield* TimeTravel
      for (const upTo of [0, 1, 255, 256, 257, count]) {
        for (const day of days) {
          const before = Array.from({ length: upTo }, (_, n) => n + 1).filter((n) => timestampAt(n) < day)
          assert.strictEqual(yield* lastBefore(day, upTo), before.length)
        }
      }
      assert.deepStrictEqual(asked, [...new Set(asked)])
      assert.isNotEmpty(asked)
    }).pipe(Effect.provide(Layer.provide(TimeTravel.layer, Layer.mergeAll(store, Layer.mock(Checkpoints, {})))))
  })
})
