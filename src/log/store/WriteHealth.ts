import { hash } from "node:crypto"
import { Clock, Data, Duration, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { failureReason } from "../../sql/DatabaseFailure.ts"
import { refusedForContent, storageFault } from "../../sql/StorageFault.ts"

/** While appends fail, a trial is made at most this often. */
const trialIntervalNanos = Duration.toNanosUnsafe("5 seconds")

/** An append that takes longer counts as failing, before its connection is given up. */
const maxAppendNanos = Duration.toNanosUnsafe("5 seconds")

/** The rights without which no append succeeds. */
const neededRights = [
  ["log_head", "UPDATE"],
  ["events", "INSERT"],
  ["associations", "INSERT"],
  ["outcomes", "INSERT"]
]

/** Whether the database would refuse every append, as far as can be told without trying. */
const refusesAll = `
  SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean
    OR NOT (${neededRights.map(([table, right]) => `has_table_privilege('${table}', '${right}')`).join(" AND ")}) AS "refusesAll"`

/** Some 40 kB that do not compress, so that a trial needs new pages and notices a full disk. */
const incompressibleText = () =>
  Array.from({ length: 1_000 }, (_, n) => hash("sha256", String(n), "base64url")).join("")

/** Ends a trial, so that its transaction is rolled back. */
class TrialRollback extends Data.TaggedError("TrialOver") {}

/** Writes as an append does, with the same order of locks, and rolls back. It waits for locks 500 ms at most. */
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
 * Whether a log that can be read can also be written: the database may be read-only, full or locked, or a right may be
 * missing. The result of the last append counts until the next one. Before the first one a trial finds out, and after a failure
 * trials find out when writes work again.
 */
export const make = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const clock = yield* Clock.Clock
  let condition: "untried" | "failing" | "well" = "untried"
  let triedAt: bigint | undefined
  /** When the append under way began; there is one at a time. */
  let beganAt: bigint | undefined

  const appendBegan = () => {
    beganAt = clock.monotonicTimeNanosUnsafe()
  }
  const appendEnded = Effect.sync(() => {
    beganAt = undefined
  })
  const isStuck = () => beganAt !== undefined && clock.monotonicTimeNanosUnsafe() - beganAt >= maxAppendNanos

  const appendSucceeded = Effect.suspend(() => {
    const wasFailing = condition === "failing"
    condition = "well"
    return wasFailing ? Effect.logInfo("The database is accepting writes again.") : Effect.void
  })

  /** An append that was refused for its content says nothing about other appends. */
  const appendFailed = (error: SqlError.SqlError) =>
    Effect.suspend(() => {
      if (condition === "failing" || refusedForContent(error)) return Effect.void
      condition = "failing"
      triedAt = clock.monotonicTimeNanosUnsafe()
      return Effect.logWarning(`The database is not accepting writes: ${failureReason(error)}.`)
    })

  const tryAgain = Effect.suspend(() => {
    const now = clock.monotonicTimeNanosUnsafe()
    // Also true while another trial is running.
    if (triedAt !== undefined && now - triedAt < trialIntervalNanos) return Effect.succeed(false)
    triedAt = now
    return tryAppend(sql).pipe(
      Effect.andThen(appendSucceeded),
      Effect.as(true),
      Effect.catch((error) => Effect.as(appendFailed(error), false))
    )
  })

  const takesWrites = Effect.gen(function* () {
    const [row] = yield* sql<{ readonly refusesAll: boolean }>`${sql.literal(refusesAll)}`
    if (row?.refusesAll !== false || isStuck()) return false
    return condition === "well" || (yield* tryAgain)
  }).pipe(storageFault("EventStore.takesWrites"), Effect.withSpan("EventStore.takesWrites"))

  return { isWell: () => condition === "well", appendBegan, appendEnded, appendSucceeded, appendFailed, takesWrites }
})
