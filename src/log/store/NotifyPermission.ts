import { Clock, Duration, Effect } from "effect"
import { type SqlClient, SqlError } from "effect/sql"
import { sqlState } from "../../sql/StorageFault.ts"

/** A column that tells whether this role may call the function by which an append notifies other servers. */
export const mayNotifyColumn = `has_function_privilege('pg_notify(text, text)', 'EXECUTE') AS "mayNotify"`

/** How long after a refusal the right is checked again. */
const recheckNanos = Duration.toNanosUnsafe("1 minute")

const insufficientPrivilege = "42501"

const isRefused = (error: { readonly _tag: string }): error is SqlError.SqlError =>
  SqlError.isSqlError(error) &&
  sqlState(error) === insufficientPrivilege &&
  String(error.reason.cause).includes("pg_notify")

/**
 * Whether appends may notify other servers. A role that may not call pg_notify() can still write: the other servers
 * then find the events when they poll, once a second. Rights may change at any time; a warning is logged when the right
 * is missing, and a line when it is back.
 */
export const make = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, mayNotify: boolean) {
  const clock = yield* Clock.Clock
  let isAllowed = true
  let checkedAt = clock.monotonicTimeNanosUnsafe()

  const onRefused = Effect.suspend(() => {
    isAllowed = false
    checkedAt = clock.monotonicTimeNanosUnsafe()
    return Effect.logWarning(
      "This role may not call pg_notify(), so other servers see this one's changes up to a second late. " +
        "GRANT EXECUTE ON FUNCTION pg_notify(text, text) reduces that to milliseconds."
    )
  })
  if (!mayNotify) yield* onRefused

  const recheck = Effect.gen(function* () {
    checkedAt = clock.monotonicTimeNanosUnsafe()
    const [row] = yield* sql<{ readonly mayNotify: boolean }>`SELECT ${sql.literal(mayNotifyColumn)}`
    if (row?.mayNotify !== true) return
    isAllowed = true
    yield* Effect.logInfo("This role may call pg_notify() again: other servers are notified of this one's changes.")
  })

  return {
    isAllowed: () => isAllowed,
    /** Whether an append failed because the right is missing. */
    isRefused,
    /** To be run when an append was refused for that reason. */
    onRefused,
    /** Whether it is time to check the right again. */
    isRecheckDue: () => !isAllowed && clock.monotonicTimeNanosUnsafe() - checkedAt >= recheckNanos,
    recheck
  }
})
