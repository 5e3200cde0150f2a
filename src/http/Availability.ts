import { Effect } from "effect"
import { Unavailable } from "../api/Errors.ts"
import type { StorageError } from "../domain/StorageError.ts"

/** What a caller sees of a store's failure: try again when the database is away, else a fault of ours. */
export const unavailable = (error: StorageError): Effect.Effect<never, Unavailable> =>
  error.unavailable
    ? Effect.andThen(
        Effect.logWarning("The database does not answer.", error),
        Effect.fail(new Unavailable({ message: "The database does not answer. Try again shortly." }))
      )
    : Effect.die(error)
