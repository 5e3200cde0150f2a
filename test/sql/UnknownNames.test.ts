import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as Migrations from "../../src/sql/Migrations.ts"
import { emptyPgliteDatabase, emptyPostgresDatabase } from "../support/databases.ts"

const hidden = "unknown:00000000"

/** Each entry as the release before writes it, and the name that is kept of it. Only Ada is a user. */
const rows: ReadonlyArray<readonly [action: string, name: string | null, kept: string | null]> = [
  ["login_failed", "my secret", hidden],
  ["login_failed", "other secret", hidden],
  ["locked", "my secret", hidden],
  ["login_failed", "Ada", "Ada"],
  ["locked", "Ada", "Ada"],
  ["login_failed", null, null],
  ["user_deleted", "bob", "bob"],
  ["login", "bob", "bob"]
]

const minute = "2026-01-02T03:04:00Z"

/** Writes them in one statement, as servers of the release before do. */
const write = SqlClient.SqlClient.use((sql) =>
  sql.unsafe(
    `INSERT INTO account_log (occurred_at, actor_key, subject_name, subject_key, action, count, counted_from)
    SELECT $1::text::timestamptz, '', r.name, coalesce(lower(r.name), ''), r.action, 1,
      CASE WHEN r.action IN ('login_failed', 'locked') THEN $1::text::timestamptz END
    FROM json_to_recordset($2::text::json) AS r (action text, name text)
    ON CONFLICT (action, subject_key, counted_from) WHERE counted_from IS NOT NULL
      DO UPDATE SET count = account_log.count + excluded.count`,
    [minute, JSON.stringify(rows.map(([action, name]) => ({ action, name })))]
  )
)

const kept = SqlClient.SqlClient.use(
  (sql) => sql<{ action: string; name: string | null; key: string; count: number }>`
    SELECT action, subject_name AS name, subject_key AS key, count::int AS count FROM account_log ORDER BY id`
)

describe.each([
  ["PGlite", emptyPgliteDatabase],
  ["PostgreSQL", emptyPostgresDatabase]
] as const)("Names that belong to no user, on %s", (_, database) => {
  layer(Layer.orDie(database))((it) => {
    it.effect("are replaced in old entries, and in those that a server of the release before writes meanwhile", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* Migrations.run(Object.fromEntries(Object.entries(Migrations.manifest).filter(([file]) => file < "0008")))
        yield* sql`INSERT INTO users VALUES (gen_random_uuid(), 'Ada', 'ada', 'x', 'admin', now())`
        const expected = rows.map(([action, , name]) => ({ action, name, key: name?.toLowerCase() ?? "", count: 1 }))
        yield* write
        assert.notDeepEqual(yield* kept, expected)
        yield* Migrations.run(Migrations.manifest)
        assert.deepStrictEqual(yield* kept, expected)
        yield* write
        const later = yield* kept
        // What is counted for a user, or for several names together, still gathers; hidden names are entries of their own.
        const gathers = (row: (typeof expected)[number]) =>
          row.name !== hidden && /^login_failed$|^locked$/.test(row.action)
        assert.deepStrictEqual(later, [
          ...expected.map((row) => (gathers(row) ? { ...row, count: 2 } : row)),
          ...expected.filter((row) => !gathers(row))
        ])
        const keys = yield* sql<{ key: string }>`SELECT key FROM account_log_key`
        assert.lengthOf(keys, 1)
        assert.match(keys[0]?.key ?? "", /^[0-9a-f-]{72}$/)
      })
    )
  })
})
