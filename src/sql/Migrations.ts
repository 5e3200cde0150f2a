import { Data, Effect, Layer, Schema } from "effect"
import { Migrator, SqlClient, type SqlError } from "effect/sql"
import { describeFailure } from "./DatabaseFailure.ts"
import initial from "./migrations/0001_initial.ts"
import onlyListener from "./migrations/0002_only_listener.ts"
import accountLog from "./migrations/0003_account_log.ts"
import bringingBack from "./migrations/0004_bringing_back.ts"
import webhooks from "./migrations/0005_webhooks.ts"
import longLogs from "./migrations/0006_long_logs.ts"
import rejectedData from "./migrations/0007_rejected_data.ts"
import accountLogNames from "./migrations/0008_account_log_names.ts"
import tokens from "./migrations/0009_tokens.ts"
import userIdentities from "./migrations/0010_user_identities.ts"
import webhookSecrets from "./migrations/0011_webhook_secrets.ts"
import changeSets from "./migrations/0012_change_sets.ts"
import webhookFormats from "./migrations/0013_webhook_formats.ts"
import facts from "./migrations/0014_facts.ts"
import displayNames from "./migrations/0015_display_names.ts"
import redaction from "./migrations/0016_redaction.ts"
import invitations from "./migrations/0017_invitations.ts"

/** The tables are missing, those of another release, or could not be created or updated. Nothing was written. */
export class DatabaseUnprepared extends Data.TaggedError("DatabaseUnprepared")<{
  readonly message: string
  readonly cause?: unknown
}> {}

export type Manifest = Parameters<typeof Migrator.fromRecord>[0]

/** Every migration under the name of its file, in order. A released migration must not be changed. */
export const manifest: Manifest = {
  "0001_initial": initial,
  "0002_only_listener": onlyListener,
  "0003_account_log": accountLog,
  "0004_bringing_back": bringingBack,
  "0005_webhooks": webhooks,
  "0006_long_logs": longLogs,
  "0007_rejected_data": rejectedData,
  "0008_account_log_names": accountLogNames,
  "0009_tokens": tokens,
  "0010_user_identities": userIdentities,
  "0011_webhook_secrets": webhookSecrets,
  "0012_change_sets": changeSets,
  "0013_webhook_formats": webhookFormats,
  "0014_facts": facts,
  "0015_display_names": displayNames,
  "0016_redaction": redaction,
  "0017_invitations": invitations
}

const fileName = (id: number, name: string): string => `${String(id).padStart(4, "0")}_${name}`

const table = "effect_sql_migrations"

const Latest = Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String }))

/** The last applied migration, if any; `hasTable` is false in a database that was never migrated. */
const latestApplied = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [{ hasTable } = { hasTable: false }] = yield* sql<{
    hasTable: boolean
  }>`SELECT to_regclass(${table}) IS NOT NULL AS "hasTable"`
  if (!hasTable) return { hasTable, latest: undefined }
  const rows = yield* sql`SELECT migration_id AS id, name FROM ${sql(table)} ORDER BY migration_id DESC LIMIT 1`
  const [latest] = yield* Effect.orDie(Schema.decodeUnknownEffect(Latest)(rows))
  return { hasTable, latest }
})

/** The Migrator would create its table too, but when that fails it queries again in the aborted transaction and hides the reason. */
const createTable = SqlClient.SqlClient.use(
  (sql) => sql`
    CREATE TABLE ${sql(table)} (
      migration_id integer PRIMARY KEY,
      created_at timestamptz NOT NULL DEFAULT now(),
      name text NOT NULL
    )`
)

/** The encodings in which PostgreSQL stores every text; in SQL_ASCII it stores the bytes as they come. */
const completeEncodings: ReadonlySet<string> = new Set(["UTF8", "SQL_ASCII"])

/** In another encoding every name with a letter that it lacks would be an internal error. */
const requireCompleteEncoding = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ encoding: string }>`SELECT current_setting('server_encoding') AS encoding`
  if (row === undefined || completeEncodings.has(row.encoding)) return
  const message = `The database's encoding, ${row.encoding}, cannot store every text: create the database with ENCODING 'UTF8' TEMPLATE template0.`
  return yield* new DatabaseUnprepared({ message })
})

/** What the database has, and the names of the manifest's migrations that it lacks. Writes nothing. */
export const status = Effect.fn("Migrations.status")(function* (migrations: Manifest) {
  const known = yield* Migrator.fromRecord(migrations)
  const ours = Math.max(0, ...known.map(([id]) => id))
  const { hasTable, latest } = yield* latestApplied
  if (latest !== undefined && latest.id > ours) {
    const message = `A newer release has migrated the database to ${fileName(latest.id, latest.name)}; this one knows migrations up to ${ours}.`
    return yield* new DatabaseUnprepared({ message })
  }
  const pending = known.filter(([id]) => id > (latest?.id ?? 0)).map(([id, name]) => fileName(id, name))
  return { hasTable, latest: latest && fileName(latest.id, latest.name), pending: pending.sort() }
})

/**
 * Runs the missing migrations of the manifest in one transaction and returns their names. Servers that start at the
 * same time wait for each other: the first one migrates, and the others find nothing to do.
 */
export const run = Effect.fn("Migrations.run")(function* (migrations: Manifest) {
  const sql = yield* SqlClient.SqlClient
  const loader = Migrator.fromRecord(migrations)
  return yield* Effect.gen(function* () {
    yield* sql`SET LOCAL lock_timeout = 0`
    yield* sql`SELECT pg_advisory_xact_lock(hashtext('strategy-planning migrations'))`
    const { hasTable, pending } = yield* status(migrations)
    // The Migrator would take a lock, which fails on a read-only database or without the rights.
    if (pending.length === 0) return []
    if (!hasTable) {
      yield* requireCompleteEncoding
      yield* createTable
    }
    const ran = yield* Migrator.make({})({ loader, table })
    return ran.map(([id, name]) => fileName(id, name))
  }).pipe(sql.withTransaction)
})

const unprepared = (cause: SqlError.SqlError | Migrator.MigrationError) => {
  const step = cause._tag === "MigrationError" ? ` (${cause.message})` : ""
  const message = describeFailure(`The database's tables cannot be created or updated${step}`, cause) ?? cause.message
  return new DatabaseUnprepared({ message, cause })
}

const describeFailures = <A, R>(
  self: Effect.Effect<A, SqlError.SqlError | Migrator.MigrationError | DatabaseUnprepared, R>
) => Effect.catchTag(self, ["SqlError", "MigrationError"], (error) => Effect.fail(unprepared(error)))

/** Makes or updates the tables and returns the names of the migrations that it ran. */
export const migrate = describeFailures(run(manifest))

/** What the database has of this release's migrations. Writes nothing. */
export const state = describeFailures(status(manifest))

export const layer = Layer.effectDiscard(
  Effect.tap(migrate, (ran) => {
    if (ran.length === 0) return Effect.void
    const isNew = ran.length === Object.keys(manifest).length
    return Effect.logInfo(isNew ? "Created the tables of the database." : `Migrated the database: ${ran.join(", ")}.`)
  })
)

/** Fails with one line unless the tables are those of this release. */
export const required = Effect.gen(function* () {
  const { hasTable, pending } = yield* state
  if (pending.length === 0) return
  const what = hasTable
    ? `The database's tables are from an earlier release and lack ${pending.join(", ")}`
    : "The database has no tables for this service yet"
  return yield* new DatabaseUnprepared({ message: `${what}: start the server or run npm run admin -- migrate.` })
})
