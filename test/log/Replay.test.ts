import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { empty } from "../../src/domain/state/State.ts"
import { replay } from "../../src/log/projection/Replay.ts"
import type { EventWithEffect } from "../../src/log/store/EventHash.ts"
import { event } from "./Samples.ts"

const events = Array.from({ length: 95 }, (_, index): EventWithEffect => ({ ...event(index + 1), effect: null }))

/** Replays a log in pages of ten, of which at most `part` are read at once; returns what it folded, and where each read started. */
const folded = Effect.fnUntraced(function* (log: ReadonlyArray<EventWithEffect>, upTo: number, part = 10) {
  const reads: Array<number> = []
  const visited: Array<number> = []
  const { state } = yield* replay({
    read: (after, limit) =>
      Effect.sync(() => {
        reads.push(after)
        return log.filter((event) => event.sequenceNumber > after).slice(0, Math.min(limit, part))
      }),
    start: { state: empty, eventHash: "" },
    upTo,
    pageSize: 10,
    visit: (steps) => Effect.sync(() => void visited.push(...steps.map(({ event }) => event.sequenceNumber)))
  })
  return { reads, visited, end: state.sequenceNumber }
})

const numbers = events.map(({ sequenceNumber }) => sequenceNumber)

describe("replay", () => {
  it.effect("reads each page once and stops at upTo", () =>
    Effect.gen(function* () {
      const { reads, visited, end } = yield* folded(events, 42)
      assert.deepStrictEqual(reads, [0, 10, 20, 30, 40])
      assert.deepStrictEqual(visited, numbers.slice(0, 42))
      assert.strictEqual(end, 42)
    })
  )

  it.effect("goes on within a page that comes in parts", () =>
    Effect.gen(function* () {
      const { reads, visited } = yield* folded(events, 42, 4)
      assert.deepStrictEqual(
        reads.toSorted((a, b) => a - b),
        [0, 4, 8, 10, 14, 18, 20, 24, 28, 30, 34, 38, 40]
      )
      assert.deepStrictEqual(visited, numbers.slice(0, 42))
    })
  )

  it.effect("folds a log that is shorter than upTo to its end", () =>
    Effect.gen(function* () {
      const { visited } = yield* folded(events, 1_000)
      assert.deepStrictEqual(visited, numbers)
    })
  )

  it.effect("folds no event twice in a log with gaps", () =>
    Effect.gen(function* () {
      const missing = [3, 4, 17, 30, 41]
      const { visited } = yield* folded(
        events.filter(({ sequenceNumber }) => !missing.includes(sequenceNumber)),
        95
      )
      assert.deepStrictEqual(
        visited,
        numbers.filter((sequenceNumber) => !missing.includes(sequenceNumber))
      )
    })
  )
})
