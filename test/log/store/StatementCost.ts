import { Effect, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"

const Plan = Schema.Tuple([
  Schema.Struct({
    "QUERY PLAN": Schema.Tuple([
      Schema.Struct({
        Plan: Schema.Struct({
          "Actual Rows": Schema.Number,
          "Shared Hit Blocks": Schema.Number,
          "Shared Read Blocks": Schema.Number
        })
      })
    ])
  })
])

/** The rows that a statement gives, and the blocks of tables and indexes that it looks at. */
export const cost = Effect.fnUntraced(function* (
  statement: (sql: SqlClient.SqlClient) => Statement.Statement<unknown>
) {
  const sql = yield* SqlClient.SqlClient
  const explained = yield* sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement(sql)}`
  const [
    {
      "QUERY PLAN": [{ Plan: plan }]
    }
  ] = yield* Schema.decodeUnknownEffect(Plan)(explained)
  return { rows: plan["Actual Rows"], blocks: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] }
})
