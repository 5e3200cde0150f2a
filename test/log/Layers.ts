import { NodeCrypto } from "@effect/platform-node"
import { Layer } from "effect"
import { Checkpoints } from "../../src/log/Checkpoints.ts"
import * as CheckpointsSql from "../../src/log/CheckpointsSql.ts"
import { EventStore } from "../../src/log/EventStore.ts"
import * as EventStoreSql from "../../src/log/EventStoreSql.ts"
import { Generations } from "../../src/log/Generations.ts"
import * as GenerationsSql from "../../src/log/GenerationsSql.ts"
import { Planner, type PlannerOptions } from "../../src/log/Planner.ts"
import { Projector } from "../../src/log/Projector.ts"
import { TimeTravel } from "../../src/log/TimeTravel.ts"
import { databases } from "../support/databases.ts"

export const memoryStores = Layer.mergeAll(
  EventStore.layerMemory,
  Checkpoints.layerMemory,
  Generations.layerMemory
).pipe(Layer.provide(NodeCrypto.layerSecureRandom))

const sqlStores = Layer.mergeAll(EventStoreSql.layer, CheckpointsSql.layer, GenerationsSql.layer)

/** What a contract suite of the log runs on. */
export const stores = [
  ["memory", memoryStores] as const,
  ...databases.map(([name, database]) => [name, Layer.provide(sqlStores, database)] as const)
]

/** One server's log services, open in its stores; each build has a state of its own. */
export const server = (options: Partial<PlannerOptions & { readonly interval: number }> = {}) =>
  Layer.fresh(
    Planner.layerWith({ queueCapacity: 4_096, batchSize: 512, ...options }).pipe(
      Layer.provideMerge(Projector.layerWith({ interval: 1_000, ...options })),
      Layer.provideMerge(TimeTravel.layer)
    )
  ).pipe(Layer.provide(NodeCrypto.layerSecureRandom))
