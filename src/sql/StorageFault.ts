import { Effect, Predicate } from "effect"
import { SqlError } from "effect/sql"
import { StorageError } from "../domain/StorageError.ts"

/** The SQLSTATE, when the error came from the server. */
export const sqlState = ({ reason: { cause } }: SqlError.SqlError): string | undefined =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) && /^[0-9A-Z]{5}$/.test(cause.code)
    ? cause.code
    : undefined

/**
 * Conditions that pass or that an administrator can mend: connection lost (08), write on a standby (25006), transaction
 * idle for too long (25P03, 25P04), transaction rolled back (40), right missing (42501), no disk space, memory or
 * connection left (53), lock not available (55P03), server stopped, starting or terminated (57), files unreadable (58).
 */
const temporaryStates = /^(08|25006|25P03|25P04|40|42501|53|55P03|57|58)/

/** Conditions in which the server can be read but not written: read-only, disk full, right missing. */
const unwritableStates = /^(25006|42501|53100)/

/** Whether the server will refuse all writes until an administrator mends it. */
export const refusesWrites = (error: SqlError.SqlError): boolean => unwritableStates.test(sqlState(error) ?? "")

/**
 * Whether trying again later may help. `SqlError.isRetryable` does not cover a server that starts, stops or has a full
 * disk, nor failed connections.
 */
export const isUnavailable = (error: SqlError.SqlError): boolean =>
  error.isRetryable || error.reason.operation === "connect" || temporaryStates.test(sqlState(error) ?? "")

/**
 * Whether the failed statement may have been executed, or its transaction committed: it was sent, and then the
 * connection was lost, the wait timed out, or the answer could not be decoded. In all other cases it was certainly not
 * executed: there was no connection (operation "connect"), it could not be encoded, or the server refused it, also for
 * its time limits (55P03, 57014). Conservative for a connection that was lost before the statement was sent.
 */
export const outcomeUnknown = (error: SqlError.SqlError): boolean => {
  const { _tag, operation, message } = error.reason
  if (operation !== "query") return false
  const state = sqlState(error)
  if (state !== undefined) return /^(08|40003|57P)/.test(state)
  return _tag === "ConnectionError" || (message?.includes("Failed to decode row") ?? false)
}

/**
 * Whether the statement was refused for its values: they could not be encoded, are invalid for their type (22), violate
 * a constraint (23), or are too large (54). Retrying does not help; the statement succeeds without the refused value.
 */
export const refusedForContent = (error: SqlError.SqlError): boolean => {
  const state = sqlState(error)
  if (state !== undefined) return /^(22|23|54)/.test(state)
  return error.reason.message?.includes("Failed to encode query") ?? false
}

/** Turns the `SqlError` of a store's method into a `StorageError`; `operation` is shown in the log. */
export const storageFault =
  (operation: string) =>
  <A, E, R>(self: Effect.Effect<A, E, R>) =>
    Effect.catchIf(
      self,
      (error): error is E & SqlError.SqlError => SqlError.isSqlError(error),
      (cause) =>
        new StorageError({ operation, unavailable: isUnavailable(cause), refusesWrites: refusesWrites(cause), cause })
    )
