import { Effect } from "effect"
import type { HashShareExceeded } from "../../accounts/HashQueue.ts"
import { TooManyRequests, Unavailable } from "../../api/Errors.ts"
import type { StorageError } from "../../domain/StorageError.ts"

/** What a caller sees of a store's failure: try again when the database is away or takes no writes, else a fault of ours. */
export const unavailable = (error: StorageError): Effect.Effect<never, Unavailable> =>
  error.unavailable
    ? Effect.andThen(
        Effect.logWarning(error.message, error),
        Effect.fail(new Unavailable({ message: `${error.message} Try again shortly.` }))
      )
    : Effect.die(error)

/** What a caller sees who has more passwords checked at once than is fair. */
export const shareExceeded = ({ message }: HashShareExceeded): Effect.Effect<never, TooManyRequests> =>
  Effect.fail(new TooManyRequests({ message }))
