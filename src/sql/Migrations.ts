import { Data, Effect, Layer, Schema } from "effect"
import { Migrator, SqlClient, type SqlError } from "effect/sql"
import { describeFailure } from "./DatabaseFailure.ts"
import initial from "./migrations/0001_initial.ts"
import onlyListener from "./migrations/0002_only_listener.ts"
import accountLog from "./migrations/0003_account_log.ts"
import bringingBack from "./migrations/0004_bringing_back.ts"

/** A newer release has migrated the database, so this one does not know its tables. Nothing was written. */
export class SchemaTooNew extends Data.TaggedError("SchemaTooNew")<{
  readonly message: string
}> {}

/** The tables could not be created or updated. Nothing was written. */
export class DatabaseUnprepared extends Data.TaggedError("DatabaseUnprepared")<{
  readonly message: string
  readonly cause: unknown
}> {}

export type Manifest = Parameters<typeof Migrator.fromRecord>[0]

/** Every migration under the name of its file, in order. A released migration must not be changed. */
export const manifest: Manifest = {
  "0001_initial": initial,
  "0002_only_listener": onlyListener,
  "0003_account_log": accountLog,
  "0004_bringing_back": bringingBack
}

const fileName = (id: number, name: string): string => `${String(id).padStart(4, "0")}_${name}`

const table = "effect_sql_migrations"

const Latest = Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String }))

/** The last applied migration, if any. Creates the table of migrations when it is missing. */
const latestApplied = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [{ missing } = { missing: true }] = yield* sql<{
    missing: boolean
  }>`SELECT to_regclass(${table}) IS NULL AS missing`
  if (missing) {
    // The Migrator would create it too, but when that fails it queries again in the aborted transaction and hides the
    // reason.
    yield* sql`
      CREATE TABLE ${sql(table)} (
        migration_id integer PRIMARY KEY,
        created_at timestamptz NOT NULL DEFAULT now(),
        name text NOT NULL
      )`
    return []
  }
  const rows = yield* sql`SELECT migration_id AS id, name FROM ${sql(table)} ORDER BY migration_id DESC LIMIT 1`
  return yield* Effect.orDie(Schema.decodeUnknownEffect(Latest)(rows))
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
    const [ours = 0] = (yield* loader).map(([id]) => id).sort((a, b) => b - a)
    for (const { id, name } of yield* latestApplied) {
      // The Migrator would take a lock, which fails on a read-only database or without the rights.
      if (id === ours) return []
      if (id < ours) continue
      const message = `A newer release has migrated the database to ${fileName(id, name)}; this one knows migrations up to ${ours}.`
      return yield* new SchemaTooNew({ message })
    }
    const ran = yield* Migrator.make({})({ loader, table })
    return ran.map(([id, name]) => fileName(id, name))
  }).pipe(sql.withTransaction)
})

const unprepared = (cause: SqlError.SqlError | Migrator.MigrationError) => {
  const step = cause._tag === "MigrationError" ? ` (${cause.message})` : ""
  const message = describeFailure(`The database's tables cannot be made or updated${step}`, cause) ?? cause.message
  return new DatabaseUnprepared({ message, cause })
}

export const layer = Layer.effectDiscard(
  run(manifest).pipe(
    Effect.tap((ran) => (ran.length === 0 ? Effect.void : Effect.logInfo(`Migrated the database: ${ran.join(", ")}.`))),
    Effect.catchTags({
      SqlError: (error) => Effect.fail(unprepared(error)),
      MigrationError: (error) => Effect.fail(unprepared(error))
    })
  )
)
