import { it } from "@effect/vitest"
import { Context, Effect, Layer, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { MemoryLog } from "../../src/log/store/MemoryLog.ts"
import { databases } from "../support/databases.ts"
import { memoryStores, sqlStores } from "./Layers.ts"

/** Manipulates a store from outside. */
export class StoreControl extends Context.Service<
  StoreControl,
  {
    /** Makes the last heartbeat of a claim older by these seconds. */
    readonly ageHeartbeat: (seconds: number) => Effect.Effect<void>
    /** The number of associations and checkpoints in all generations; in memory, in the serving one. */
    readonly rows: Effect.Effect<number>
  }
>()("strategy/test/log/StoreControl") {}

const ofDatabase = Layer.effect(
  StoreControl,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return StoreControl.of({
      ageHeartbeat: (seconds) =>
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

export const memoryBackend = Layer.merge(
  memoryStores,
  Layer.effect(
    StoreControl,
    Effect.map(MemoryLog, (log) =>
      StoreControl.of({
        ageHeartbeat: (seconds) => TestClock.adjust(`${seconds} seconds`),
        rows: Effect.sync(() => log.serving.rowCount)
      })
    )
  ).pipe(Layer.provide(MemoryLog.layer))
)

export const sqlBackends = databases.map(
  ([name, database]) => [name, Layer.provideMerge(Layer.merge(sqlStores, ofDatabase), database)] as const
)

/** The stores that the contract suites of generations and rebuilds run on. Each test builds empty ones. */
export const backends = [["memory", memoryBackend] as const, ...sqlBackends]

/** Declares tests that each run on empty stores of the backend, with a clock of their own. */
export const testOn =
  <Stores, Failure>(backend: Layer.Layer<Stores, Failure>) =>
  <E>(title: string, body: Effect.Effect<void, E, Stores | Scope.Scope>) =>
    it.live(title, () =>
      body.pipe(Effect.scoped, Effect.provide(Layer.fresh(backend)), Effect.provide(TestClock.layer(), { local: true }))
    )
