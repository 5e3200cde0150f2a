import { Clock, Duration, Effect } from "effect"
import { type SqlClient, SqlError } from "effect/sql"
import { sqlState } from "../../sql/StorageFault.ts"

/** As a column: whether this role may call the function by which an append notifies other servers. */
export const mayNotifyColumn = `has_function_privilege('pg_notify(text, text)', 'EXECUTE') AS "mayNotify"`

/** A right that is missing is looked for again after this long. */
const recheckNanos = Duration.toNanosUnsafe("1 minute")

const insufficientPrivilege = "42501"

const isRefused = (error: { readonly _tag: string }): error is SqlError.SqlError =>
  SqlError.isSqlError(error) &&
  sqlState(error) === insufficientPrivilege &&
  String(error.reason.cause).includes("pg_notify")

/**
 * Whether appends notify other servers. Not while this role may not call pg_notify(): then the others find what it writes
 * when they look, once a second. A warning tells when that begins, and a line when it is over; rights may change at any time.
 */
export const make = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, mayNotify: boolean) {
  const clock = yield* Clock.Clock
  let isAllowed = true
  let checkedAt = clock.monotonicTimeNanosUnsafe()

  const onRefused = Effect.suspend(() => {
    isAllowed = false
    checkedAt = clock.monotonicTimeNanosUnsafe()
    return Effect.logWarning(
      "This role may not call pg_notify(): other servers see what this one writes up to a second later, when they look. " +
        "GRANT EXECUTE ON FUNCTION pg_notify(text, text) makes that milliseconds."
    )
  })
  if (!mayNotify) yield* onRefused

  const recheck = Effect.gen(function* () {
    checkedAt = clock.monotonicTimeNanosUnsafe()
    const [row] = yield* sql<{ readonly mayNotify: boolean }>`SELECT ${sql.literal(mayNotifyColumn)}`
    if (row?.mayNotify !== true) return
    isAllowed = true
    yield* Effect.logInfo("This role may call pg_notify() again: other servers are notified of what this one writes.")
  })

  return {
    isAllowed: () => isAllowed,
    /** Whether an append was refused for want of the right. */
    isRefused,
    /** To be done then. */
    onRefused,
    /** Whether it is time to look for the right again. */
    isRecheckDue: () => !isAllowed && clock.monotonicTimeNanosUnsafe() - checkedAt >= recheckNanos,
    recheck
  }
})
