import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Checkpoints } from "../../../src/log/projection/Checkpoints.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import * as EventStoreSql from "../../../src/log/store/EventStoreSql.ts"
import { Planner } from "../../../src/log/writer/Planner.ts"
import { postgresDatabase } from "../../support/databases.ts"
import { server } from "../Layers.ts"
import { createTeam } from "../Samples.ts"

const submitters = 64
const each = 20

it.live(`${submitters} parallel submitters on PostgreSQL are committed in batches`, () => {
  const sizes: Array<number> = []
  const counted = Layer.effect(
    EventStore,
    Effect.map(EventStore, (store) => ({
      ...store,
      append: (known, keys, plan) =>
        Effect.tap(store.append(known, keys, plan), ({ events }) => Effect.sync(() => sizes.push(events.length)))
    }))
  ).pipe(Layer.provide(EventStoreSql.layer), Layer.provide(postgresDatabase))
  return Effect.gen(function* () {
    const { submit } = yield* Planner
    const { read } = yield* EventStore
    yield* Effect.forEach(
      Array.from({ length: submitters }, (_, n) => n),
      (n) => Effect.forEach(Array.from({ length: each }), (_, serial) => submit(createTeam(1 + n * each + serial))),
      { concurrency: "unbounded", discard: true }
    )
    const written = sizes.reduce((sum, size) => sum + size, 0)
    assert.strictEqual(written, submitters * each)
    assert.strictEqual((yield* read(0, 10_000)).length, written)
    assert.isBelow(sizes.length, written / 4)
  }).pipe(Effect.provide(server().pipe(Layer.provideMerge(counted), Layer.provide(Checkpoints.layerMemory))))
})
