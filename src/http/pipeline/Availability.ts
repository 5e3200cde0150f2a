import { Effect } from "effect"
import type { HashShareExceeded } from "../../accounts/HashQueue.ts"
import { TooManyRequests, Unavailable } from "../../api/Errors.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import type { StateNotRead } from "../../log/projection/EarlierStates.ts"

/** What a caller sees of a store's failure: 503 if the database is unreachable or read-only, otherwise 500. */
export const unavailable = (error: StorageError): Effect.Effect<never, Unavailable> =>
  error.unavailable
    ? Effect.andThen(
        Effect.logWarning(error.message, error),
        Effect.fail(new Unavailable({ message: `${error.message} Try again shortly.`, code: "database_unavailable" }))
      )
    : Effect.die(error)

/** What a caller sees who has to wait longer for an earlier state than a request may take. */
export const stateNotRead = ({ sequenceNumber }: StateNotRead): Effect.Effect<never, Unavailable> =>
  Effect.fail(
    new Unavailable({
      message: `The state after event ${sequenceNumber} is still being read. Nothing was changed. Try again in a few seconds.`,
      code: "still_reading"
    })
  )

/** What a caller sees while the queue for password hashes is full. */
export const tooManySignIns = new Unavailable({ message: "Too many sign-ins at once. Try again shortly." })

/** What a caller sees who has more than its share of passwords checked at once. */
export const shareExceeded = ({ message }: HashShareExceeded): Effect.Effect<never, TooManyRequests> =>
  Effect.fail(new TooManyRequests({ message }))
