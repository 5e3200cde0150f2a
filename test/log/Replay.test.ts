import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { empty } from "../../src/domain/state/State.ts"
import { maxWholeStates } from "../../src/log/projection/EarlierStates.ts"
import { replay } from "../../src/log/projection/Replay.ts"
import type { ChainedEvent } from "../../src/log/store/EventHash.ts"
import type { Restore } from "../../src/log/store/Restore.ts"
import { event } from "./Samples.ts"

const events = Array.from({ length: 95 }, (_, index) => event(index + 1))

/** Replays a log in pages of ten; returns what it folded, and where each read started. */
const folded = Effect.fnUntraced(function* (log: ReadonlyArray<ChainedEvent>, upTo: number) {
  const reads: Array<number> = []
  const visited: Array<number> = []
  const { state } = yield* replay({
    store: {
      read: (after, limit) =>
        Effect.sync(() => {
          reads.push(after)
          return log.filter((event) => event.sequenceNumber > after).slice(0, limit)
        }),
      restores: () => Effect.succeed([])
    },
    start: { state: empty, eventHash: "" },
    upTo,
    earlierPosition: () => Effect.die("There are no restores."),
    pageSize: 10,
    visit: (steps) => Effect.sync(() => void visited.push(...steps.map(({ event }) => event.sequenceNumber)))
  })
  return { reads, visited, end: state.sequenceNumber }
})

const numbers = events.map(({ sequenceNumber }) => sequenceNumber)

const everything = { teamId: null, entityId: null }

/** What to fold: the whole log, with these restores. */
const folding = (restores: ReadonlyArray<Restore>) => ({
  store: {
    read: (after: number, limit: number) => Effect.succeed(events.slice(after, after + limit)),
    restores: () => Effect.succeed(restores)
  },
  start: { state: empty, eventHash: "" },
  upTo: 95,
  earlierPosition: () => Effect.die("No restore goes back to before the start."),
  pageSize: 10
})

describe("replay", () => {
  it.effect("reads each page once and stops at upTo", () =>
    Effect.gen(function* () {
      const { reads, visited, end } = yield* folded(events, 42)
      assert.deepStrictEqual(reads, [0, 10, 20, 30, 40])
      assert.deepStrictEqual(visited, numbers.slice(0, 42))
      assert.strictEqual(end, 42)
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

  it.effect("forgets the states that no later restore goes back to", () =>
    Effect.gen(function* () {
      const restores = [
        { sequenceNumber: 15, target: 5, ...everything },
        { sequenceNumber: 37, target: 20, ...everything },
        { sequenceNumber: 58, target: 20, ...everything }
      ]
      const known = new Map<number, ReadonlyArray<number>>()
      yield* replay({
        ...folding(restores),
        visit: (steps) =>
          Effect.sync(() => {
            for (const { event, past } of steps.slice(-1)) {
              known.set(
                event.sequenceNumber,
                [5, 20].filter((target) => past(target) !== undefined)
              )
            }
          })
      })
      assert.deepStrictEqual([...known.values()], [[5], [5, 20], [20], [20], [20], [20], [], [], [], []])
    })
  )

  it.effect("holds few whole states at once, and the right one at each restore", () =>
    Effect.gen(function* () {
      const restores = Array.from({ length: 20 }, (_, n) => ({
        sequenceNumber: 71 + n,
        target: 1 + ((n * 7) % 20) * 3,
        ...everything
      }))
      const targets = [...new Set(restores.map(({ target }) => target))]
      const found: Array<number | undefined> = []
      let mostHeld = 0
      yield* replay({
        ...folding(restores),
        sliceSize: 5,
        visit: (steps) =>
          Effect.sync(() => {
            for (const { event, past } of steps) {
              mostHeld = Math.max(mostHeld, targets.filter((target) => past(target) !== undefined).length)
              const restore = restores.find(({ sequenceNumber }) => sequenceNumber === event.sequenceNumber)
              if (restore !== undefined) found.push(past(restore.target)?.sequenceNumber)
            }
          })
      })
      assert.deepStrictEqual(
        found,
        restores.map(({ target }) => target)
      )
      // Those beyond the limit were passed in the slice that is visited.
      assert.isAtMost(mostHeld, maxWholeStates + 2)
    })
  )

  it.effect("looks up a state from before the start when its restore comes, and once while it is held", () =>
    Effect.gen(function* () {
      const restores = [45, 47, 81].map((sequenceNumber) => ({ sequenceNumber, target: 7, ...everything }))
      const lookedUp: Array<number> = []
      const before: Array<number> = []
      let visited = 10
      yield* replay({
        store: {
          read: (after, limit) => Effect.succeed(events.slice(after, after + limit)),
          restores: () => Effect.succeed(restores)
        },
        start: { state: { ...empty, sequenceNumber: 10 }, eventHash: "" },
        upTo: 95,
        earlierPosition: (sequenceNumber) =>
          Effect.sync(() => {
            lookedUp.push(sequenceNumber)
            before.push(visited)
            return { state: { ...empty, sequenceNumber }, eventHash: "" }
          }),
        pageSize: 10,
        visit: (steps) =>
          Effect.sync(() => {
            visited = steps.at(-1)?.event.sequenceNumber ?? visited
          })
      })
      assert.deepStrictEqual([lookedUp, before], [[7], [44]])
    })
  )
})
