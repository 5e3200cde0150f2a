import { Effect } from "effect"
import { TooManyRequests, Unavailable } from "../../api/Errors.ts"
import { Gate, type GateFull, type GateLimits, type ShareExceeded } from "../../bounded/Gate.ts"
import type { UserId } from "../../domain/entities/Ids.ts"
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

/** What a caller sees whom a gate refuses: 503, and 429 when it has its share. */
export const tooMany = {
  GateFull: ({ message }: GateFull) => Effect.fail(new Unavailable({ message })),
  ShareExceeded: ({ message }: ShareExceeded) => Effect.fail(new TooManyRequests({ message }))
}

/** Makes the function that enters a gate, for endpoints that answer 503 in both cases. */
export const entryTo = (limits: GateLimits) => {
  const gate = new Gate(limits)
  return (userId: UserId) => Effect.mapError(gate.enter(userId), ({ message }) => new Unavailable({ message }))
}
