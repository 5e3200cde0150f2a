import { Effect } from "effect"
import type { HashShareExceeded } from "../accounts/HashQueue.ts"
import { TooManyRequests, Unavailable } from "../api/Errors.ts"
import type { StorageError } from "../domain/StorageError.ts"

/** What a caller sees of a store's failure: try again when the database is away, else a fault of ours. */
export const unavailable = (error: StorageError): Effect.Effect<never, Unavailable> =>
  error.unavailable
    ? Effect.andThen(
        Effect.logWarning("The database does not answer.", error),
        Effect.fail(new Unavailable({ message: "The database does not answer. Try again shortly." }))
      )
    : Effect.die(error)

/** What a caller sees who has more passwords checked at once than is fair. */
export const shareExceeded = ({ message }: HashShareExceeded): Effect.Effect<never, TooManyRequests> =>
  Effect.fail(new TooManyRequests({ message }))
