import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { Effect, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Migrations from "../../../src/sql/Migrations.ts"
import type { Submitted } from "./Workload.ts"

/** A database and an archive of each earlier release, of the same log, as that release wrote them. */
const folder = join(import.meta.dirname, "../../vectors/releases")

/** The tables in the order in which their rows refer to each other. */
const tables = [
  ...["log_head", "events", "associations", "checkpoints", "checkpoint_parts", "rebuilds", "outcomes"],
  ...["event_provenance", "users", "sessions", "account_log", "webhooks", "webhook_deliveries"]
]

type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>

interface Recorded {
  /** The migrations that the database has. */
  readonly migrations: ReadonlyArray<string>
  /** Of a session of the admin. */
  readonly token: string
  /** Of a stream. */
  readonly lastEventId: string
  /** The forms of events that it knows: see `eventForms`. */
  readonly forms: Readonly<Record<string, ReadonlyArray<string>>>
  /** Some of what was submitted, with the answers. */
  readonly submitted: ReadonlyArray<Submitted>
  readonly tables: Readonly<Record<string, Rows>>
}

/** Oldest first. */
export const names: ReadonlyArray<string> = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length))
  .sort((one, other) => one.localeCompare(other, "en", { numeric: true }))

export const archiveOf = (name: string): string => join(folder, `${name}.ndjson`)

export const read = (name: string): Recorded => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"))

/** Records a database of a release. */
export const write = (
  name: string,
  url: Redacted.Redacted,
  about: Pick<Recorded, "token" | "lastEventId" | "forms" | "submitted">
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rowsOf = Effect.fnUntraced(function* (table: string) {
      const [row] = yield* sql.unsafe<{ rows: string }>(
        `SELECT coalesce(json_agg(t), '[]')::text AS rows FROM (SELECT * FROM ${table} ORDER BY 1, 2, 3) t`
      )
      return [table, JSON.parse(row?.rows ?? "[]")] as const
    })
    const migrations = yield* sql<{ name: string }>`
      SELECT lpad(migration_id::text, 4, '0') || '_' || name AS name FROM effect_sql_migrations ORDER BY migration_id`
    const recorded: Recorded = {
      migrations: migrations.map(({ name }) => name),
      ...about,
      tables: Object.fromEntries(yield* Effect.forEach(tables, rowsOf))
    }
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(recorded)}\n`)
  }).pipe(Effect.provide(PgClient.layer({ url })), Effect.orDie)

/** Makes an empty database that of the recorded release; its sessions have not expired. */
export const load = Effect.fnUntraced(function* ({ migrations, tables }: Recorded) {
  const sql = yield* SqlClient.SqlClient
  const known = Object.entries(Migrations.manifest).filter(([name]) => migrations.includes(name))
  yield* Migrations.run(Object.fromEntries(known))
  yield* sql`DELETE FROM log_head`
  yield* sql`DELETE FROM rebuilds`
  for (const [table, rows] of Object.entries(tables)) {
    yield* sql.unsafe(
      `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1::text::json)`,
      [JSON.stringify(rows)]
    )
  }
  yield* sql`SELECT setval(pg_get_serial_sequence('account_log', 'id'), max(id)) FROM account_log`
  yield* sql`UPDATE sessions SET expires_at = now() + interval '1 day'`
})
