import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { WebhookStore } from "../../src/webhooks/WebhookStore.ts"
import * as WebhookStoreSql from "../../src/webhooks/WebhookStoreSql.ts"
import { databases } from "../support/databases.ts"

/** Stores webhooks. It is started once for a suite, and gives each test an empty store. */
class Backend extends Context.Service<Backend, { readonly emptyStore: Layer.Layer<WebhookStore> }>()(
  "strategy/test/webhooks/Backend"
) {}

const memory = Layer.succeed(Backend, { emptyStore: Layer.fresh(WebhookStore.layerMemory) })

const ofDatabase = Layer.effect(
  Backend,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const emptied = Layer.effectDiscard(Effect.orDie(sql`TRUNCATE webhooks CASCADE`))
    return {
      emptyStore: Layer.fresh(
        WebhookStoreSql.layer.pipe(Layer.provide([Layer.succeed(SqlClient.SqlClient, sql), emptied]))
      )
    }
  })
)

/** The contract suite runs on each of these. */
export const backends = [
  ["memory", memory] as const,
  ...databases.map(([name, database]) => [name, Layer.fresh(Layer.provide(ofDatabase, database))] as const)
]

/** Runs a test on an empty store with its own test clock, while the databases' connections use the real one. */
export const onEmptyStore = <A, E>(test: Effect.Effect<A, E, WebhookStore>) =>
  test.pipe(
    Effect.provide(Layer.unwrap(Backend.use(({ emptyStore }) => Effect.succeed(emptyStore)))),
    Effect.provide(TestClock.layer(), { local: true })
  )
