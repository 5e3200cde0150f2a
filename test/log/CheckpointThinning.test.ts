import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { empty } from "../../src/domain/state/State.ts"
import { Generations } from "../../src/log/maintenance/Generations.ts"
import { Checkpoints, encode } from "../../src/log/projection/Checkpoints.ts"
import {
  checkpointsToDelete,
  keptSpacing,
  maxKeptPerSpan,
  maxNewest
} from "../../src/log/projection/CheckpointThinning.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { backends } from "./DerivedStores.ts"
import { envelope, event, nothing } from "./Samples.ts"

const every = (step: number, upTo: number) => Array.from({ length: upTo / step }, (_, n) => (n + 1) * step)

/** The checkpoints that are kept of those at every `step` events. */
const kept = (step: number, upTo: number, restoredAt: ReadonlyArray<number>) => {
  const all = every(step, upTo)
  const restores = restoredAt.map((sequenceNumber) => ({ sequenceNumber }))
  const gone = new Set(checkpointsToDelete(all, restores))
  return all.filter((sequenceNumber) => !gone.has(sequenceNumber))
}

describe("Thinning out checkpoints", () => {
  it("keeps the newest, and the first of each span before", () => {
    assert.deepStrictEqual(kept(1_000, 60_000, []), [
      1_000,
      ...[10_000, 20_000, 30_000, 40_000],
      ...every(1_000, 60_000).slice(-maxNewest)
    ])
  })

  it("keeps the first after each restore", () => {
    const old = kept(1_000, 60_000, [9_500, 12_001, 12_002, 14_000, 33_333, 51_500]).slice(0, -maxNewest)
    assert.deepStrictEqual(old, [1_000, 10_000, 13_000, 14_000, 20_000, 30_000, 34_000, 40_000])
  })

  it("keeps no more than the limit of a span with many restores", () => {
    const old = kept(100, 30_000, every(100, 30_000)).slice(0, -maxNewest)
    for (let span = 0; span < 2; span++) {
      const inSpan = old.filter((sequenceNumber) => Math.floor(sequenceNumber / keptSpacing) === span)
      assert.strictEqual(inSpan.length, maxKeptPerSpan)
    }
  })
})

const positionAt = (sequenceNumber: number) => ({ state: { ...empty, sequenceNumber }, eventHash: "hash" })

const restore = envelope({ eventType: "restore_history", targetId: null, data: { sequenceNumber: 1 } })

for (const [name, backend] of backends) {
  describe(`Checkpoints on ${name}`, () => {
    it.live("are thinned out when the next one is saved, even if a rebuild has left very many", () =>
      Effect.gen(function* () {
        const { claim, write, finish } = yield* Generations
        const { save, list, newest } = yield* Checkpoints
        const checkpoints = yield* Effect.forEach(every(100, 30_000), (n) => encode(positionAt(n)))
        const claimed = yield* claim
        yield* write(claimed, { associations: [], checkpoints })
        yield* finish(claimed, 0, () => ({ isComplete: true, associations: [] }))
        assert.strictEqual((yield* list).length, 300)

        yield* save(positionAt(30_100))
        const newestOnes = every(100, 30_100).slice(-maxNewest)
        assert.deepStrictEqual((yield* list).toReversed(), [100, 10_000, 20_000, ...newestOnes])
        const found = yield* newest(19_999)
        assert.strictEqual(Option.getOrThrow(found).state.sequenceNumber, 10_000)
      }).pipe(Effect.provide(Layer.fresh(backend)))
    )

    it.live("stay where they follow a restore", () =>
      Effect.gen(function* () {
        const { append } = yield* EventStore
        const { save, list } = yield* Checkpoints
        const restoredAt = [12, 13, 31]
        const events = every(1, 60).map((n) =>
          event(n, restoredAt.includes(n) ? { eventType: restore.eventType, targetId: null, data: restore.data } : {})
        )
        yield* append(0, [], () => ({ ...nothing, events }))
        for (const n of every(5, 200)) yield* save(positionAt(n))
        assert.deepStrictEqual((yield* list).toReversed(), [5, 15, 35, ...every(5, 200).slice(-maxNewest)])
      }).pipe(Effect.provide(Layer.fresh(backend)))
    )
  })
}
