import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { insertEntries } from "../../../src/accounts/log/AccountLogSql.ts"
import { usernameKey } from "../../../src/accounts/users/Username.ts"
import type { ArchiveInvalid } from "../../../src/archive/ArchiveInvalid.ts"
import { type ArchivedEntry, type ArchivedUser, type ArchivedWebhook, fault } from "../../../src/archive/Format.ts"
import { maxWebhooks } from "../../../src/domain/Webhook.ts"
import { refusedForContent } from "../../../src/sql/StorageFault.ts"
import { ServiceDays } from "../../../src/time/ServiceDays.ts"
import { weekAt } from "../../../src/webhooks/DigestWeek.ts"

/** Runs an INSERT that returns the inserted rows. Fails for the line if the row exists already, or cannot be stored. */
const insert = (
  what: string,
  line: number,
  statement: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
): Effect.Effect<void, ArchiveInvalid | SqlError.SqlError> =>
  statement.pipe(
    Effect.catchIf(refusedForContent, () => fault(line, `the database refuses this ${what}`)),
    Effect.flatMap((made) => (made.length === 0 ? fault(line, `this ${what} already exists`) : Effect.void))
  )

export const insertUser = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, user: ArchivedUser, line: number) {
  const { id, username, displayName = null, passwordHash, role, createdAt } = user
  yield* insert(
    "user",
    line,
    sql`
      INSERT INTO users (id, username, username_key, display_name, password_hash, role, created_at)
      VALUES (${id}, ${username}, ${usernameKey(username)}, ${displayName}, ${passwordHash}, ${role}, ${createdAt})
      ON CONFLICT DO NOTHING RETURNING id`
  )
  for (const { issuer, subject } of user.identities ?? []) {
    yield* insert(
      "identity",
      line,
      sql`
        INSERT INTO user_identities (issuer, subject, user_id) VALUES (${issuer}, ${subject}, ${id})
        ON CONFLICT DO NOTHING RETURNING 1`
    )
  }
})

/**
 * Why an imported webhook is disabled. Two servers must not send the same events, so an admin enables it once the archived log
 * is served nowhere else.
 */
const importedReason = (exportedAt: string): string => `Imported from the archive of ${exportedAt}.`

/** Inserts a webhook of the archive into this database's log, disabled, at its position. */
export const insertWebhook = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { exportedAt, epoch }: { readonly exportedAt: string; readonly epoch: string },
  { enabled, disabledReason, eventTypes, teamIds, format = "standard", digest = null, ...hook }: ArchivedWebhook,
  line: number
) {
  const days = yield* ServiceDays
  const [last] = yield* sql`SELECT 1 FROM webhooks OFFSET ${maxWebhooks - 1} LIMIT 1`
  if (last !== undefined) return yield* fault(line, `only ${maxWebhooks} webhooks are allowed`)
  const json = (value: ReadonlyArray<string> | null) => (value === null ? null : JSON.stringify(value))
  yield* insert(
    "webhook",
    line,
    sql`
      INSERT INTO webhooks (id, url, description, event_types, team_ids, secret, created_at, enabled, disabled_reason, format,
        digest, digest_week, epoch, sequence_number)
      VALUES (${hook.id}, ${hook.url}, ${hook.description}, ${json(eventTypes)}::text::json, ${json(teamIds)}::text::json,
        ${hook.secret}, ${hook.createdAt}, false, ${enabled ? importedReason(exportedAt) : disabledReason}, ${format},
        ${digest}::text, ${digest === null ? null : weekAt(Date.parse(exportedAt), days)}::integer,
        ${epoch}::text::uuid, ${hook.sequenceNumber})
      ON CONFLICT DO NOTHING RETURNING id`
  )
  return undefined
})

/** Inserts entries of the account log; `line` is that of the last one. */
export const insertAccountEntries = (sql: SqlClient.SqlClient, entries: ReadonlyArray<ArchivedEntry>, line: number) =>
  insertEntries(sql, entries).pipe(
    Effect.catchIf(refusedForContent, () => fault(line, "the database refuses this entry or one before it"))
  )
