import { NodeCrypto } from "@effect/platform-node"
import { Layer } from "effect"
import { Checkpoints } from "../../src/log/Checkpoints.ts"
import * as CheckpointsSql from "../../src/log/CheckpointsSql.ts"
import { EventStore } from "../../src/log/EventStore.ts"
import * as EventStoreSql from "../../src/log/EventStoreSql.ts"
import { Planner, type PlannerOptions } from "../../src/log/Planner.ts"
import { Projector } from "../../src/log/Projector.ts"
import { TimeTravel } from "../../src/log/TimeTravel.ts"
import { databases } from "../support/databases.ts"

export const memoryStores = Layer.merge(EventStore.layerMemory, Checkpoints.layerMemory).pipe(
  Layer.provide(NodeCrypto.layerSecureRandom)
)

/** What a contract suite of the log runs on. */
export const stores = [
  ["memory", memoryStores] as const,
  ...databases.map(
    ([name, database]) =>
      [name, Layer.merge(EventStoreSql.layer, CheckpointsSql.layer).pipe(Layer.provide(database))] as const
  )
]

/** One server's log services, open in its stores; each build has a state of its own. */
export const server = (options: Partial<PlannerOptions & { readonly interval: number }> = {}) =>
  Layer.fresh(
    Planner.layerWith({ queueCapacity: 4_096, batchSize: 512, ...options }).pipe(
      Layer.provideMerge(Projector.layerWith({ interval: 1_000, ...options })),
      Layer.provideMerge(TimeTravel.layer)
    )
  ).pipe(Layer.provide(NodeCrypto.layerSecureRandom))
