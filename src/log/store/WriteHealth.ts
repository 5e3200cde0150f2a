import { hash } from "node:crypto"
import { Clock, Data, Duration, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { failureReason } from "../../sql/DatabaseFailure.ts"
import { refusedForContent, storageFault } from "../../sql/StorageFault.ts"

/** While appends fail, one is tried at most this often. */
const trialIntervalNanos = Duration.toNanosUnsafe("5 seconds")

/** What an append writes to: without a right on one of these there is none. */
const neededRights = [
  ["log_head", "UPDATE"],
  ["events", "INSERT"],
  ["associations", "INSERT"],
  ["outcomes", "INSERT"]
]

/** Whether the database would refuse every append, as far as it can be told without one. */
const refusesAll = `
  SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean
    OR NOT (${neededRights.map(([table, right]) => `has_table_privilege('${table}', '${right}')`).join(" AND ")}) AS "refusesAll"`

/** Some 40 kB that do not compress, so that a full disk is noticed whatever room the tables' last pages have. */
const incompressibleText = () =>
  Array.from({ length: 1_000 }, (_, n) => hash("sha256", String(n), "base64url")).join("")

/** The end of a trial: what it wrote is rolled back. */
class TrialRollback extends Data.TaggedError("TrialOver") {}

/** Writes what an append does, in the same order of locks, and takes it back. Waits for nobody's locks for long. */
const tryAppend = (sql: SqlClient.SqlClient): Effect.Effect<void, SqlError.SqlError> =>
  Effect.gen(function* () {
    yield* sql`SELECT set_config('lock_timeout', '500ms', true), set_config('statement_timeout', '1s', true)`
    yield* sql`UPDATE log_head SET sequence_number = sequence_number WHERE log = 'main'`
    yield* sql`
      INSERT INTO events (
        sequence_number, submission_id, occurred_at, actor_id, actor_name, event_type, data, status, description, hash
      )
      SELECT sequence_number + 1, gen_random_uuid(), now(), gen_random_uuid(), '', '', '{}', 'rejected', ${incompressibleText()}, ''
      FROM log_head WHERE log = 'main'`
    return yield* new TrialRollback()
  }).pipe(
    sql.withTransaction,
    Effect.catchTag("TrialOver", () => Effect.void)
  )

export type WriteHealth = Effect.Success<ReturnType<typeof make>>

/**
 * Whether the log can be written to while it can be read: a database may be read-only, full, locked, or lack a right. What an
 * append came to is believed until the next one; after a failure, trials find out whether writes work again.
 */
export const make = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const clock = yield* Clock.Clock
  let isFailing = false
  let triedAt = clock.monotonicTimeNanosUnsafe()

  const appendSucceeded = Effect.suspend(() => {
    if (!isFailing) return Effect.void
    isFailing = false
    return Effect.logInfo("The database takes writes again.")
  })

  /** An error on account of what was to be written says nothing about other writes. */
  const appendFailed = (error: SqlError.SqlError) =>
    Effect.suspend(() => {
      if (isFailing || refusedForContent(error)) return Effect.void
      isFailing = true
      triedAt = clock.monotonicTimeNanosUnsafe()
      return Effect.logWarning(`The database takes no writes: ${failureReason(error)}.`)
    })

  const tryAgain = Effect.suspend(() => {
    const now = clock.monotonicTimeNanosUnsafe()
    // Also while another trial is under way.
    if (now - triedAt < trialIntervalNanos) return Effect.succeed(false)
    triedAt = now
    return tryAppend(sql).pipe(
      Effect.andThen(appendSucceeded),
      Effect.match({ onFailure: () => false, onSuccess: () => true })
    )
  })

  const takesWrites = Effect.gen(function* () {
    const [row] = yield* sql<{ readonly refusesAll: boolean }>`${sql.literal(refusesAll)}`
    if (row?.refusesAll !== false) return false
    return isFailing ? yield* tryAgain : true
  }).pipe(storageFault("EventStore.takesWrites"), Effect.withSpan("EventStore.takesWrites"))

  return { isFailing: () => isFailing, appendSucceeded, appendFailed, takesWrites }
})
