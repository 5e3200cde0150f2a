import { NodeCrypto } from "@effect/platform-node"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Generations } from "../../src/log/maintenance/Generations.ts"
import * as GenerationsSql from "../../src/log/maintenance/GenerationsSql.ts"
import { Checkpoints } from "../../src/log/projection/Checkpoints.ts"
import * as CheckpointsSql from "../../src/log/projection/CheckpointsSql.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import * as EventStoreSql from "../../src/log/store/EventStoreSql.ts"
import { MemoryLog } from "../../src/log/store/MemoryLog.ts"
import { databases } from "../support/databases.ts"

/** What tests do to a store from outside. */
export class Hand extends Context.Service<
  Hand,
  {
    /** Lets so many seconds pass since a claim was last heard of. */
    readonly age: (seconds: number) => Effect.Effect<void>
    /** Associations and checkpoints there are, of whatever generation; in memory only the serving one can be seen. */
    readonly rows: Effect.Effect<number>
  }
>()("strategy/test/log/Hand") {}

const memory = Layer.mergeAll(EventStore.layerMemory, Checkpoints.layerMemory, Generations.layerMemory).pipe(
  Layer.provide(NodeCrypto.layerSecureRandom)
)

const ofDatabase = Layer.effect(
  Hand,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return Hand.of({
      age: (seconds) =>
        sql`UPDATE rebuilds SET heartbeat = heartbeat - make_interval(secs => ${seconds})`.pipe(
          Effect.orDie,
          Effect.asVoid
        ),
      rows: sql<{ count: number }>`
        SELECT (SELECT count(*) FROM associations)::int + (SELECT count(*) FROM checkpoints)::int AS count`.pipe(
        Effect.orDie,
        Effect.map(([row]) => row?.count ?? 0)
      )
    })
  })
)

export const sqlStores = Layer.mergeAll(EventStoreSql.layer, CheckpointsSql.layer, GenerationsSql.layer)

/** What the contract suite of generations runs on; each test has empty stores. */
export const memoryBackend = Layer.merge(
  memory,
  Layer.effect(
    Hand,
    Effect.map(MemoryLog, (log) =>
      Hand.of({
        age: (seconds) => TestClock.adjust(`${seconds} seconds`),
        rows: Effect.sync(() => log.serving.rowCount)
      })
    )
  ).pipe(Layer.provide(MemoryLog.layer))
)

export const sqlBackends = databases.map(
  ([name, database]) => [name, Layer.provideMerge(Layer.merge(sqlStores, ofDatabase), database)] as const
)
