import { Effect, type Scope } from "effect"
import { Unavailable } from "../../api/Errors.ts"
import type { UserId } from "../../domain/entities/Ids.ts"

export interface AnswerSlotsOptions {
  readonly perUser: number
  readonly perServer: number
  /** What is said to one more. */
  readonly message: string
}

/** Bounds how many answers of a kind are under way at once: a slot is held until the request's scope closes. */
export const make = ({ perUser, perServer, message }: AnswerSlotsOptions) => {
  const held = new Map<UserId, number>()
  let total = 0

  const release = (userId: UserId): void => {
    total -= 1
    const left = (held.get(userId) ?? 0) - 1
    if (left > 0) held.set(userId, left)
    else held.delete(userId)
  }

  return (userId: UserId): Effect.Effect<void, Unavailable, Scope.Scope> =>
    Effect.acquireRelease(
      Effect.suspend(() => {
        const own = held.get(userId) ?? 0
        if (own >= perUser || total >= perServer) return Effect.fail(new Unavailable({ message }))
        held.set(userId, own + 1)
        total += 1
        return Effect.void
      }),
      () => Effect.sync(() => release(userId))
    )
}
