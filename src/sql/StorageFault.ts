import { Effect } from "effect"
import { SqlError } from "effect/sql"
import { StorageError } from "../domain/StorageError.ts"

/** Gives a store's method its one error; `operation` is what the log shows. */
export const storageFault = (operation: string) =>
  Effect.catchIf(SqlError.isSqlError, (cause) => new StorageError({ operation, unavailable: cause.isRetryable, cause }))

/** Whether the failed statement may have been carried out all the same: its connection was lost before the answer. */
export const outcomeUnknown = (error: SqlError.SqlError): boolean =>
  error.reason._tag === "ConnectionError" && error.reason.operation !== "connect"
