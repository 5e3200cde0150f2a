import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Deferred, Effect, Layer } from "effect"
import type { StorageError } from "../../src/domain/StorageError.ts"
import { Generations } from "../../src/log/maintenance/Generations.ts"
import * as GenerationsSql from "../../src/log/maintenance/GenerationsSql.ts"
import { Checkpoints } from "../../src/log/projection/Checkpoints.ts"
import * as CheckpointsSql from "../../src/log/projection/CheckpointsSql.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { StateLookups } from "../../src/log/projection/StateLookups.ts"
import { TimeTravel } from "../../src/log/projection/TimeTravel.ts"
import { type Addition, type AppendRefused, type AppendUnknown, EventStore } from "../../src/log/store/EventStore.ts"
import * as EventStoreSql from "../../src/log/store/EventStoreSql.ts"
import { Planner, type PlannerOptions } from "../../src/log/writer/Planner.ts"
import { databases } from "../support/databases.ts"

export const memoryStores = Layer.mergeAll(
  EventStore.layerMemory,
  Checkpoints.layerMemory,
  Generations.layerMemory
).pipe(Layer.provide(NodeCrypto.layerSecureRandom))

export const sqlStores = Layer.mergeAll(EventStoreSql.layer, CheckpointsSql.layer, GenerationsSql.layer)

/** The stores that contract suites of the log run on. */
export const stores = [
  ["memory", memoryStores] as const,
  ...databases.map(([name, database]) => [name, Layer.provide(sqlStores, database)] as const)
]

/** One server's log services on the given stores. Each build has its own state. */
export const server = (options: Partial<PlannerOptions & { readonly checkpointInterval: number }> = {}) =>
  Layer.fresh(
    Planner.layerWith({ queueCapacity: 4_096, maxBatchSize: 512, ...options }).pipe(
      Layer.provideMerge([Projector.layerWith({ checkpointInterval: 1_000, ...options }), StateLookups.layer]),
      Layer.provideMerge(TimeTravel.layer)
    )
  ).pipe(Layer.provide(NodeCrypto.layerSecureRandom))

type Store = EventStore["Service"]

/** One server's log services on a store in memory that `wrap` changes. */
export const serverOver = (wrap: (store: Store) => Store = (store) => store, options: Partial<PlannerOptions> = {}) =>
  server(options).pipe(
    Layer.provideMerge(Layer.effect(EventStore, Effect.map(EventStore, wrap))),
    Layer.provide(Layer.fresh(memoryStores))
  )

/** One append, without the type of its additions. */
type Append<A> = Effect.Effect<A, StorageError | AppendRefused | AppendUnknown>

/** Replaces each append by `change`, which gets the append, its position, and its addition there. */
export const appendingBy =
  (change: <A extends Addition>(append: Append<A>, known: number, planned: () => A) => Append<A>) =>
  (store: Store): Store => ({
    ...store,
    append: (known, keys, plan) =>
      Effect.suspend(() => change(store.append(known, keys, plan), known, () => plan({ events: [], outcomes: [] })))
  })

/** Makes every append wait until the gate opens. */
export const appendingAfter = (gate: Deferred.Deferred<void>) =>
  appendingBy((append) => Effect.andThen(Deferred.await(gate), append))
