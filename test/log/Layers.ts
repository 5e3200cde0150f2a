import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Deferred, Effect, Layer } from "effect"
import * as App from "../../src/App.ts"
import type { StorageError } from "../../src/domain/StorageError.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { type Addition, type AppendRefused, type AppendUnknown, EventStore } from "../../src/log/store/EventStore.ts"
import { Planner, type PlannerOptions } from "../../src/log/writer/Planner.ts"
import { databases } from "../support/databases.ts"

export { memoryStores, sqlStores } from "../../src/App.ts"

/** The stores that contract suites of the log run on. */
export const stores = [
  ["memory", App.memoryStores] as const,
  ...databases.map(([name, database]) => [name, Layer.provide(App.sqlStores, database)] as const)
]

/** One server's log services on the given stores. Each build has its own state. */
export const server = (options: Partial<PlannerOptions & { readonly checkpointInterval: number }> = {}) =>
  Layer.fresh(
    App.planning({
      planner: Planner.layerWith(options),
      projector: Projector.layerWith({ checkpointInterval: 1_000, ...options })
    })
  ).pipe(Layer.provide(NodeCrypto.layerSecureRandom))

type Store = EventStore["Service"]

/** One server's log services on a store in memory that `wrap` changes. */
export const serverOver = (wrap: (store: Store) => Store = (store) => store, options: Partial<PlannerOptions> = {}) =>
  server(options).pipe(
    Layer.provideMerge(Layer.effect(EventStore, Effect.map(EventStore, wrap))),
    Layer.provide(Layer.fresh(App.memoryStores))
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
