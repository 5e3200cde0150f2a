import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { stateHash } from "../../src/log/projection/CheckpointCodec.ts"
import { Checkpoints } from "../../src/log/projection/Checkpoints.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { TimeTravel } from "../../src/log/projection/TimeTravel.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { memoryStores, server } from "./Layers.ts"
import { createTeam, envelope, event } from "./Samples.ts"

const levels = 8

describe("Time travel", () => {
  it.live("looks up no state but the wanted one, whatever restores go back to", () =>
    Effect.gen(function* () {
      const lookups: Array<number> = []
      // Only the test saves checkpoints; a projector would also save some after restores.
      let save: Checkpoints["Service"]["save"] = () => Effect.void
      const counted = Layer.effect(
        Checkpoints,
        Effect.map(Checkpoints, (checkpoints) => {
          save = checkpoints.save
          return Checkpoints.of({
            ...checkpoints,
            save: () => Effect.void,
            newest: (atOrBefore) => {
              lookups.push(atOrBefore)
              return checkpoints.newest(atOrBefore)
            }
          })
        })
      )
      yield* Effect.gen(function* () {
        const { submit } = yield* Planner
        const { position } = yield* Projector
        const { positionAt } = yield* TimeTravel
        let serial = 0
        const rename = Effect.suspend(() => submit(envelope({ data: { name: `Name ${++serial}` } })))
        const restoreTo = (sequenceNumber: number) =>
          submit(envelope({ eventType: "restore_history", targetId: null, data: { sequenceNumber } }))

        yield* submit(createTeam(1))
        let [left, right] = [(yield* rename).sequenceNumber, (yield* rename).sequenceNumber]
        for (let level = 0; level < levels; level++) {
          yield* rename
          yield* Effect.flatMap(position, save)
          const afterLeft = (yield* restoreTo(left)).sequenceNumber
          yield* rename
          const afterRight = (yield* restoreTo(right)).sequenceNumber
          left = afterLeft
          right = afterRight
        }
        const shown = yield* position
        lookups.length = 0
        const found = yield* positionAt(shown.state.sequenceNumber)
        assert.strictEqual(stateHash(found.state), stateHash(shown.state))
        assert.strictEqual(found.eventHash, shown.eventHash)
        assert.deepStrictEqual(lookups, [shown.state.sequenceNumber])
      }).pipe(
        Effect.provide(server({ checkpointInterval: 1_000_000 })),
        Effect.provide(Layer.provideMerge(counted, memoryStores))
      )
    })
  )

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
