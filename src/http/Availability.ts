import { Effect } from "effect"
import { Unavailable } from "../api/Errors.ts"
import type { StorageError } from "../domain/StorageError.ts"

/** What a caller sees of a store's failure: try again when the database is away or takes no writes, else a fault of ours. */
export const unavailable = (error: StorageError): Effect.Effect<never, Unavailable> =>
  error.unavailable
    ? Effect.andThen(
        Effect.logWarning(error.message, error),
        Effect.fail(new Unavailable({ message: `${error.message} Try again shortly.` }))
      )
    : Effect.die(error)
