import { Effect, Predicate } from "effect"
import { SqlError } from "effect/sql"
import { StorageError } from "../domain/StorageError.ts"

/** The five characters PostgreSQL names a condition with, when the error came from the server. */
export const sqlState = ({ reason: { cause } }: SqlError.SqlError): string | undefined =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) && /^[0-9A-Z]{5}$/.test(cause.code)
    ? cause.code
    : undefined

/**
 * Conditions of the server that pass, or that its administrator mends: connection lost (08), write on a standby
 * (25006), killed for idling in a transaction (25P03, 25P04), transaction rolled back (40), no room, memory or
 * connection left (53), stopped, starting or terminated (57), files unreadable (58), a right that was taken away (42501).
 */
const temporaryStates = /^(08|25006|25P03|25P04|40|42501|53|55P03|57|58)/

/** Conditions in which a server that can be read takes no writes: it is read-only, its disk is full, a right is missing. */
const unwritableStates = /^(25006|42501|53100)/

/** Whether the server answers, and will refuse whatever is to be written, until its administrator mends that. */
export const refusesWrites = (error: SqlError.SqlError): boolean => unwritableStates.test(sqlState(error) ?? "")

/**
 * Whether trying again later may help. Besides what `SqlError` calls retryable, which knows neither a server that
 * starts or stops nor one without room: whatever stands in the way of a connection.
 */
export const isUnavailable = (error: SqlError.SqlError): boolean =>
  error.isRetryable || error.reason.operation === "connect" || temporaryStates.test(sqlState(error) ?? "")

/**
 * Whether the failed statement may have been carried out, or its transaction committed, all the same: it was sent, and
 * the connection was lost, or nobody waited any longer, or the answer could not be read. Everything else means that it
 * certainly was not: no connection was got (operation "connect"), it could not be encoded, or the server refused it, by
 * its limits of time too (55P03, 57014). Conservative on a connection that was lost before the statement was sent.
 */
export const outcomeUnknown = (error: SqlError.SqlError): boolean => {
  const { _tag, operation, message } = error.reason
  if (operation !== "query") return false
  const state = sqlState(error)
  if (state !== undefined) return /^(08|40003|57P)/.test(state)
  return _tag === "ConnectionError" || (message?.includes("Failed to decode row") ?? false)
}

/**
 * Whether the statement was refused for the values it carried: they could not be encoded, are no values of their type
 * (22), break a constraint (23), or are too large (54). Trying again is of no use; without the guilty value it passes.
 */
export const refusedForContent = (error: SqlError.SqlError): boolean => {
  const state = sqlState(error)
  if (state !== undefined) return /^(22|23|54)/.test(state)
  return error.reason.message?.includes("Failed to encode query") ?? false
}

/** Gives a store's method its one error; `operation` is what the log shows. */
export const storageFault =
  (operation: string) =>
  <A, E, R>(self: Effect.Effect<A, E, R>) =>
    Effect.catchIf(
      self,
      (error): error is E & SqlError.SqlError => SqlError.isSqlError(error),
      (cause) =>
        new StorageError({ operation, unavailable: isUnavailable(cause), refusesWrites: refusesWrites(cause), cause })
    )
