import { Effect, type Scope } from "effect"
import { Unavailable } from "../../api/Errors.ts"
import type { UserId } from "../../domain/entities/Ids.ts"

export interface ConcurrencyLimitOptions {
  readonly perUser: number
  readonly perServer: number
  /** The message of the 503 when the limit is reached. */
  readonly message: string
}

/**
 * Limits how many responses of a kind are in progress at once. A place is held until the request's scope closes. A user who
 * has `perUser` of them gets `shareExceeded`; without it, the 503 of the server's limit.
 */
export const make = <E = never>({ perUser, perServer, message }: ConcurrencyLimitOptions, shareExceeded?: E) => {
  const held = new Map<UserId, number>()
  let total = 0

  const release = (userId: UserId): void => {
    total -= 1
    const left = (held.get(userId) ?? 0) - 1
    if (left > 0) held.set(userId, left)
    else held.delete(userId)
  }

  return (userId: UserId): Effect.Effect<void, Unavailable | E, Scope.Scope> =>
    Effect.acquireRelease(
      Effect.suspend((): Effect.Effect<void, Unavailable | E> => {
        const own = held.get(userId) ?? 0
        if (own >= perUser && shareExceeded !== undefined) return Effect.fail(shareExceeded)
        if (own >= perUser || total >= perServer) return Effect.fail(new Unavailable({ message }))
        held.set(userId, own + 1)
        total += 1
        return Effect.void
      }),
      () => Effect.sync(() => release(userId))
    )
}
