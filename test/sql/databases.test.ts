import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases } from "../support/databases.ts"

describe.each(databases)("%s", (_, database) => {
  layer(database)((it) => {
    it.effect("has the first head of the log", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`SELECT log, sequence_number::float8 AS head FROM log_head`, [
          { log: "main", head: 0 }
        ])
      })
    )
  })
})
