import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { UserId } from "../../../src/domain/entities/Ids.ts"
import { makeRemoval, unusedRows } from "../../../src/log/maintenance/UnusedRows.ts"
import { associationsBetween, outcomesAfter } from "../../../src/log/store/LogPages.ts"
import { databases } from "../../support/databases.ts"
import { cost } from "./StatementCost.ts"

const rows = 60_000
const entities = 2_000

/** Each page has 100 rows. Reading every row of a table this long takes at least 500 blocks. */
const pageRows = 100
const mostBlocks = 130

const uuid = (n: string) => `lpad(to_hex(${n}), 32, '0')::uuid`

/** Writes the tables of a long log as many appends leave them: without statistics for the planner of queries. */
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
    it.effect("is read without reading the other rows", () =>
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

    it.effect("is removed from an old generation without reading the rows that were removed before", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE log_head SET generation = 2`
        const isUnused = sql`generation < (SELECT generation FROM log_head)`
        const removeSome = makeRemoval(sql, "associations", isUnused, rows / 20)
        const removed: Array<number> = []
        do removed.push(yield* removeSome)
        while (removed.length < 16)
        assert.deepStrictEqual(
          removed,
          Array.from({ length: 16 }, () => rows / 20)
        )
        const place = { generation: 1, sequenceNumber: (rows * 16) / 20 }
        const next = yield* cost((sql) => unusedRows(sql, "associations", isUnused, place, pageRows))
        assert.strictEqual(next.rows, pageRows)
        assert.isBelow(next.blocks, mostBlocks)

        // A row in the place of a removed one is still found and removed after all others.
        yield* sql`INSERT INTO associations VALUES (1, gen_random_uuid(), 1, 'principle', false, NULL)`
        const putBack = sql`SELECT 1 FROM associations WHERE sequence_number = 1`
        assert.strictEqual(yield* removeSome, rows / 20)
        assert.strictEqual((yield* putBack).length, 1)
        for (let more = 1; more > 0; ) more = yield* removeSome
        assert.strictEqual((yield* sql`SELECT 1 FROM associations`).length, 0)
      })
    )
  })
}
