import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ChangeSetId } from "../../../src/domain/entities/Ids.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import { ProvenanceStore } from "../../../src/log/store/ProvenanceStore.ts"
import { stores } from "../Layers.ts"
import { event, nothing } from "../Samples.ts"

const setId = (n: number) => ChangeSetId.make(`00000000-0000-4000-8000-${String(n).padStart(12, "0")}`)

const byToken = { sequenceNumber: 1, tokenName: "Planning agent", changeSet: null, undoes: null }
const inSet = { ...byToken, changeSet: { id: setId(1), name: "Plan 'Q1' \u{1f3af}" } }

for (const [name, store] of stores) {
  layer(Layer.fresh(store), { excludeTestServices: true })(`ProvenanceStore on ${name}`, (it) => {
    it.effect("is written with the events of one or many, and with none", () =>
      Effect.gen(function* () {
        const { append, read } = yield* EventStore
        const provenance = yield* ProvenanceStore
        yield* append(0, [], () => ({ ...nothing, events: [event(1)], provenance: [byToken] }))
        const events = [event(2), event(3), event(4)]
        const rows = [
          { ...inSet, sequenceNumber: 2 },
          { ...inSet, sequenceNumber: 4, tokenName: null, undoes: 2 }
        ]
        yield* append(1, [], () => ({ ...nothing, events, provenance: rows }))
        yield* append(4, [], () => ({ ...nothing, events: [event(5)] }))
        assert.lengthOf(yield* read(0, 10), 5)
        assert.deepStrictEqual(yield* provenance.of([5, 4, 3, 2, 1]), [byToken, ...rows])
        assert.deepStrictEqual(yield* provenance.of([]), [])
        assert.deepStrictEqual(yield* provenance.of([3]), [])
        assert.deepStrictEqual(yield* provenance.ofChangeSet(setId(1)), rows)
        assert.deepStrictEqual(yield* provenance.ofChangeSet(setId(2)), [])
        assert.deepStrictEqual(yield* provenance.undoing([1, 2, 3]), rows.slice(1))
        assert.deepStrictEqual(yield* provenance.undoing([]), [])
        assert.deepStrictEqual(yield* provenance.after(1, 1), rows.slice(0, 1))
        assert.deepStrictEqual(yield* provenance.after(4, 10), [])
      })
    )

    it.effect("nothing is written of an append that is not made", () =>
      Effect.gen(function* () {
        const { append } = yield* EventStore
        const provenance = yield* ProvenanceStore
        const late = [{ ...byToken, sequenceNumber: 6 }]
        const written = yield* append(2, [], (since) =>
          since.events.length === 0 ? { ...nothing, events: [event(3)], provenance: late } : nothing
        )
        assert.deepStrictEqual(written.events, [])
        assert.deepStrictEqual(yield* provenance.after(5, 10), [])
      })
    )
  })
}
