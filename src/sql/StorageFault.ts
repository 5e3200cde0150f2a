import { Effect } from "effect"
import { SqlError } from "effect/sql"
import { StorageError } from "../domain/StorageError.ts"

/** Gives a store's method its one error; `operation` is what the log shows. */
export const storageFault = (operation: string) =>
  Effect.catchIf(SqlError.isSqlError, (cause) => new StorageError({ operation, unavailable: cause.isRetryable, cause }))
