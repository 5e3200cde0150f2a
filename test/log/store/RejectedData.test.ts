import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import * as EventStoreSql from "../../../src/log/store/EventStoreSql.ts"
import { databases } from "../../support/databases.ts"
import { entityId, event, nothing } from "../Samples.ts"

for (const [name, database] of databases) {
  layer(Layer.provideMerge(EventStoreSql.layer, database), { excludeTestServices: true })(`A log on ${name}`, (it) => {
    it.effect("is read although rejected events contain text that the database cannot parse", () =>
      Effect.gen(function* () {
        const { append, restores, retracted, read, page } = yield* EventStore
        const events = Array.from({ length: 100 }, (_, index) => {
          const isRejected = index % 2 === 0
          const isRetract = index % 4 > 1
          const created = { id: entityId(index + 1), name: "a", color: "#123456", asOf: 0 }
          const data = isRetract ? { retract: index } : created
          return event(index + 1, {
            eventType: isRetract ? "update_progress_value" : "create_team",
            data: isRejected ? { ...data, "extra\u0000": "\ud800" } : data,
            status: isRejected ? "rejected" : "applied",
            rejectionReason: isRejected ? "'extra' is not known here" : null
          })
        })
        yield* append(0, [], () => ({ ...nothing, events }))
        // With statistics of a small table PostgreSQL uses no index and evaluates conditions in another order.
        for (const statement of ["SELECT 1", "ANALYZE"]) {
          yield* SqlClient.SqlClient.use((sql) => sql.unsafe(statement))
          assert.lengthOf(yield* restores(0, 100), 25)
          assert.strictEqual((yield* retracted(100)).size, 25)
          assert.lengthOf(yield* read(0, 100), 100)
          yield* page(101, { limit: 100, maxBytes: 1_000_000 })
        }
      })
    )
  })
}
