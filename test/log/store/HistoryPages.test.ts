import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { entityStatement, pageStatement } from "../../../src/log/store/HistorySql.ts"
import { databases } from "../../support/databases.ts"
import { entityId } from "../Samples.ts"
import { cost } from "./StatementCost.ts"

const events = 20_000
const entities = 4_000

/** The log has a restore of everything at these intervals, and between them edits of one entity. */
const restoreEvery = 1_000
const hotEvery = 10

const bounds = { limit: 100, maxBytes: 65_536 }

/** Three indexes find each row of a page. Reading all associations of one restore takes at least 40 blocks. */
const mostBlocks = 1_000

const uuid = (n: string) => `('00000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
const isRestore = `n % ${restoreEvery} = 0`
const entity = `CASE WHEN n % ${hotEvery} = 1 THEN 1 ELSE 2 + n % ${entities} END`

/** Writes the tables of a log as many appends leave them: without statistics for the planner of queries. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`
    INSERT INTO events (sequence_number, submission_id, occurred_at, actor_id, actor_name, event_type, target_id, data,
      status, entity_id, entity_type, description, hash)
    SELECT n, ${uuid("n")}, now(), ${uuid("0")}, 'actor',
      CASE WHEN ${isRestore} THEN 'restore_history' ELSE 'update_principle_title' END,
      CASE WHEN ${isRestore} THEN NULL ELSE ${uuid(entity)} END, '{"title": "Listen"}', 'applied',
      CASE WHEN ${isRestore} THEN NULL ELSE ${uuid(entity)} END,
      CASE WHEN ${isRestore} THEN NULL ELSE 'principle' END, 'renamed', 'hash'
    FROM generate_series(1, ${events}) AS n`)
  yield* sql.unsafe(`
    INSERT INTO associations
    SELECT 1, ${uuid(entity)}, n, 'principle', false, NULL FROM generate_series(1, ${events}) AS n WHERE NOT (${isRestore})
    UNION ALL
    SELECT 1, ${uuid("1 + e")}, n, 'principle', true, 'restored'
    FROM generate_series(1, ${events}) AS n, generate_series(1, ${entities}) AS e WHERE ${isRestore}`)
})

for (const [name, database] of databases) {
  layer(database, { excludeTestServices: true })(`A page of history on ${name}`, (it) => {
    it.effect("is read without the other associations of its events", () =>
      Effect.gen(function* () {
        yield* fill
        for (const before of [events + 1, events / 2 + 1, 151]) {
          const all = yield* cost((sql) => pageStatement(sql, before, bounds))
          assert.strictEqual(all.rows, bounds.limit)
          assert.isBelow(all.blocks, mostBlocks, `the log before ${before}`)
        }
        for (const before of [null, events / 2 + 1, 1_101]) {
          const ofEntity = yield* cost((sql) => entityStatement(sql, entityId(1), before, bounds))
          assert.strictEqual(ofEntity.rows, bounds.limit)
          assert.isBelow(ofEntity.blocks, mostBlocks, `the entity before ${before}`)
        }
      })
    )
  })
}
