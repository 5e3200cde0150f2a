import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { empty } from "../../src/domain/state/State.ts"
import { Generations } from "../../src/log/maintenance/Generations.ts"
import { Checkpoints, encode } from "../../src/log/projection/Checkpoints.ts"
import { checkpointsToDelete, maxNewest } from "../../src/log/projection/CheckpointThinning.ts"
import { backends } from "./DerivedStores.ts"

const every = (step: number, upTo: number) => Array.from({ length: upTo / step }, (_, n) => (n + 1) * step)

it("keeps the newest checkpoints, and the first of each span before", () => {
  const all = every(1_000, 60_000)
  const gone = new Set(checkpointsToDelete(all))
  assert.deepStrictEqual(
    all.filter((sequenceNumber) => !gone.has(sequenceNumber)),
    [1_000, ...[10_000, 20_000, 30_000, 40_000], ...all.slice(-maxNewest)]
  )
})

const positionAt = (sequenceNumber: number) => ({ state: { ...empty, sequenceNumber }, eventHash: "hash" })

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
  })
}
