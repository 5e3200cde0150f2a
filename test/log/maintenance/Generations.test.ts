import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import type { StorageError } from "../../../src/domain/StorageError.ts"
import { empty } from "../../../src/domain/state/State.ts"
import { type GenerationRows, Generations } from "../../../src/log/maintenance/Generations.ts"
import { Checkpoints, encode } from "../../../src/log/projection/Checkpoints.ts"
import type { Association } from "../../../src/log/store/Association.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import { backends, StoreControl, testOn } from "../DerivedStores.ts"
import { entityId, nothing, oneMore } from "../Samples.ts"

const emptyPart: GenerationRows = { associations: [], checkpoints: [] }

const association = (sequenceNumber: number, n: number): Association => ({
  sequenceNumber,
  entityId: entityId(n),
  entityType: "team",
  transitive: false,
  fact: null
})

const complete = (associations: ReadonlyArray<Association>) => () => ({ isComplete: true, associations })

/** Appends events 1…n, each with an association to its own entity. */
const written = Effect.fnUntraced(function* (n: number) {
  const { append } = yield* EventStore
  for (let known = 0; known < n; known++) yield* append(known, [], oneMore(known, 100 + known))
})

const recorded = Effect.flatMap(EventStore, ({ associations }) => associations(0, 1_000))

const checkpointAt = (sequenceNumber: number) =>
  encode({ state: { ...empty, sequenceNumber }, eventHash: `hash of ${sequenceNumber}` })

const everythingUnused = Effect.gen(function* () {
  const { removeUnused } = yield* Generations
  let removed = 0
  for (let rows = yield* removeUnused; rows > 0; rows = yield* removeUnused) removed += rows
  return removed
})

for (const [name, backend] of backends) {
  const test = testOn<EventStore | Checkpoints | Generations | StoreControl, StorageError>(backend)

  describe(`Generations on ${name}`, () => {
    test(
      "one claim is valid at a time, and each has a higher fence and its own generation",
      Effect.gen(function* () {
        const { claim, release } = yield* Generations
        const first = yield* claim
        assert.strictEqual((yield* Effect.flip(claim))._tag, "RebuildRunning")
        yield* release(first)
        const second = yield* claim
        assert.isAbove(second.fence, first.fence)
        assert.notStrictEqual(second.generation, first.generation)
        // Releasing a claim that has ended does nothing.
        yield* release(first)
        assert.strictEqual((yield* Effect.flip(claim))._tag, "RebuildRunning")
      })
    )

    test(
      "of many concurrent claims one succeeds",
      Effect.gen(function* () {
        const { claim } = yield* Generations
        const exits = yield* Effect.all(
          Array.from({ length: 8 }, () => Effect.exit(claim)),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(
          exits.filter(({ _tag }) => _tag === "Success"),
          1
        )
      })
    )

    test(
      "a generation is not read until it is finished, and then no other is read",
      Effect.gen(function* () {
        yield* written(3)
        const { claim, finish, write } = yield* Generations
        const { list, find, save } = yield* Checkpoints
        yield* save({ state: { ...empty, sequenceNumber: 1 }, eventHash: "hash of 1" })
        const served = yield* recorded
        const mine = yield* claim
        const checkpoint = yield* checkpointAt(2)
        yield* write(mine, { associations: [association(1, 7), association(2, 8)], checkpoints: [checkpoint] })
        assert.deepStrictEqual(yield* recorded, served)
        assert.deepStrictEqual(yield* list, [1])
        yield* finish(mine, 3, complete([association(3, 9)]))
        assert.deepStrictEqual(yield* recorded, [association(1, 7), association(2, 8), association(3, 9)])
        assert.deepStrictEqual(yield* list, [2])
        const found = yield* find(2)
        assert.deepInclude(found, { _tag: "Some" })
        assert.deepStrictEqual(yield* recorded, [association(1, 7), association(2, 8), association(3, 9)])
        // Later appends go to the new generation too.
        const { append } = yield* EventStore
        yield* append(3, [], oneMore(3, 200))
        assert.deepStrictEqual((yield* recorded).at(-1), association(4, 200))
      })
    )

    test(
      "finish plans on the events after the known one, and a completion that is not complete changes nothing",
      Effect.gen(function* () {
        yield* written(4)
        const { claim, finish } = yield* Generations
        const { readWithEffects } = yield* EventStore
        const served = yield* recorded
        const mine = yield* claim
        const first = yield* finish(mine, 2, (tail) => ({ isComplete: false, associations: [], tail }))
        assert.deepStrictEqual(first.tail, yield* readWithEffects(2, 10))
        assert.deepStrictEqual(yield* recorded, served)
        assert.strictEqual((yield* Effect.flip(claim))._tag, "RebuildRunning")
        yield* finish(mine, 4, complete([association(4, 7)]))
        assert.deepStrictEqual(yield* recorded, [association(4, 7)])
        assert.isAbove((yield* claim).fence, mine.fence)
      })
    )

    test(
      "a claim without a heartbeat for 15 s is taken over, and its owner can no longer write, finish or release",
      Effect.gen(function* () {
        yield* written(1)
        const { ageHeartbeat } = yield* StoreControl
        const { claim, finish, release, write } = yield* Generations
        const lost = yield* claim
        yield* write(lost, { associations: [association(1, 7)], checkpoints: [] })
        yield* ageHeartbeat(14)
        assert.strictEqual((yield* Effect.flip(claim))._tag, "RebuildRunning")
        yield* ageHeartbeat(1)
        const heir = yield* claim
        assert.isAbove(heir.fence, lost.fence)
        const served = yield* recorded
        const checkpoints = [yield* checkpointAt(1)]
        assert.strictEqual((yield* Effect.flip(write(lost, emptyPart)))._tag, "RebuildLost")
        const late = { associations: [association(1, 8)], checkpoints }
        assert.strictEqual((yield* Effect.flip(write(lost, late)))._tag, "RebuildLost")
        assert.strictEqual((yield* Effect.flip(finish(lost, 1, complete([]))))._tag, "RebuildLost")
        yield* release(lost)
        assert.deepStrictEqual(yield* recorded, served)
        yield* write(heir, { associations: [association(1, 9)], checkpoints: [] })
        yield* finish(heir, 1, complete([]))
        assert.deepStrictEqual(yield* recorded, [association(1, 9)])
      })
    )

    test(
      "an empty write is a heartbeat",
      Effect.gen(function* () {
        const { ageHeartbeat } = yield* StoreControl
        const { claim, write } = yield* Generations
        const mine = yield* claim
        for (let round = 0; round < 3; round++) {
          yield* ageHeartbeat(10)
          yield* write(mine, emptyPart)
        }
        assert.strictEqual((yield* Effect.flip(claim))._tag, "RebuildRunning")
      })
    )

    test(
      "removes only what neither serves nor is being built",
      Effect.gen(function* () {
        yield* written(2)
        const { rows } = yield* StoreControl
        const { claim, finish, release, write } = yield* Generations
        assert.strictEqual(yield* everythingUnused, 0)
        const abandoned = yield* claim
        yield* write(abandoned, { associations: [association(1, 5)], checkpoints: [yield* checkpointAt(1)] })
        assert.strictEqual(yield* everythingUnused, 0)
        yield* release(abandoned)
        const mine = yield* claim
        yield* write(mine, { associations: [association(1, 7)], checkpoints: [] })
        assert.strictEqual(yield* everythingUnused, 2)
        assert.lengthOf(yield* recorded, 2)
        yield* finish(mine, 1, complete([association(2, 8)]))
        assert.strictEqual(yield* everythingUnused, 2)
        assert.strictEqual(yield* everythingUnused, 0)
        assert.deepStrictEqual(yield* recorded, [association(1, 7), association(2, 8)])
        assert.strictEqual(yield* rows, 2)
      })
    )

    test(
      "removal ends an expired claim, which then cannot finish",
      Effect.gen(function* () {
        yield* written(1)
        const { ageHeartbeat } = yield* StoreControl
        const { claim, finish, write } = yield* Generations
        const mine = yield* claim
        yield* write(mine, { associations: [association(1, 7)], checkpoints: [] })
        yield* ageHeartbeat(15)
        assert.strictEqual(yield* everythingUnused, 1)
        assert.strictEqual((yield* Effect.flip(finish(mine, 1, complete([]))))._tag, "RebuildLost")
        assert.lengthOf(yield* recorded, 1)
        yield* claim
      })
    )

    test(
      "appends that run during the switch are all in the new generation",
      Effect.gen(function* () {
        const { append, head } = yield* EventStore
        const { claim, finish } = yield* Generations
        const mine = yield* claim
        const writers = Array.from({ length: 40 }, (_, n) => append(0, [], oneMore(0, 100 + n)))
        const switching = finish(mine, 0, (tail) => ({
          isComplete: true,
          associations: tail.flatMap(({ sequenceNumber, entityId }) =>
            entityId === null ? [] : [{ ...association(sequenceNumber, 0), entityId }]
          )
        }))
        yield* Effect.all([...writers.slice(0, 20), switching, ...writers.slice(20)], { concurrency: "unbounded" })
        const all = yield* recorded
        assert.deepStrictEqual(
          all.map(({ sequenceNumber }) => sequenceNumber),
          Array.from({ length: (yield* head).sequenceNumber }, (_, index) => index + 1)
        )
        assert.lengthOf(new Set(all.map(({ entityId }) => entityId)), 40)
        yield* append(40, [], () => nothing)
      })
    )
  })
}
