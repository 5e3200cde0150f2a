import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { UserId } from "../../src/domain/entities/Ids.ts"
import { associationsBetween, outcomesAfter } from "../../src/log/store/LogPages.ts"
import { databases } from "../support/databases.ts"

const rows = 60_000
const entities = 2_000

/** Each page has 100 rows. Of a table this long it takes 500 blocks and more to look at every row. */
const pageRows = 100
const mostBlocks = 130

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
const cost = Effect.fnUntraced(function* (statement: (sql: SqlClient.SqlClient) => Statement.Statement<unknown>) {
  const sql = yield* SqlClient.SqlClient
  const explained = yield* sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement(sql)}`
  const [
    {
      "QUERY PLAN": [{ Plan: plan }]
    }
  ] = yield* Schema.decodeUnknownEffect(Plan)(explained)
  return { rows: plan["Actual Rows"], blocks: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] }
})

const uuid = (n: string) => `lpad(to_hex(${n}), 32, '0')::uuid`

/** Writes the tables of a long log, as they are after many appends: nothing is analysed. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`
    INSERT INTO associations
    SELECT 1, ${uuid(`n % ${entities}`)}, n, 'principle', false, NULL FROM generate_series(1, ${rows}) AS n`)
  yield* sql.unsafe(`
    INSERT INTO outcomes
    SELECT ${uuid("n % 50")}, 'key-' || n, 'hash', n, 'applied', NULL, NULL, NULL FROM generate_series(1, ${rows}) AS n`)
})

for (const [name, database] of databases) {
  layer(database, { excludeTestServices: true })(`A page of a long log on ${name}`, (it) => {
    it.effect("is read without looking at the rest", () =>
      Effect.gen(function* () {
        yield* fill
        for (const after of [0, rows / 2, rows - pageRows]) {
          const { rows, blocks } = yield* cost((sql) => associationsBetween(sql, after, after + pageRows))
          assert.strictEqual(rows, pageRows)
          assert.isBelow(blocks, mostBlocks, `associations after ${after}`)
        }
        const actorId = UserId.make("00000000-0000-0000-0000-000000000019")
        for (const key of [null, { actorId, idempotencyKey: "key-3" }]) {
          const { rows, blocks } = yield* cost((sql) => outcomesAfter(sql, key, pageRows))
          assert.strictEqual(rows, pageRows)
          assert.isBelow(blocks, mostBlocks, `outcomes after ${key?.idempotencyKey}`)
        }
      })
    )
  })
}
