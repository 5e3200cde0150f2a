import { Effect } from "effect"
import { ExportShareExceeded } from "./ExportError.ts"

/** Limits each user to one large deck at a time, since several would take the workers from other users. */
export const make = () => {
  /** By user: the deck that is being made, and the number of the user's requests that wait for it. */
  const made = new Map<string, { readonly key: string; requests: number }>()

  const enter = (user: string, key: string) =>
    Effect.suspend(() => {
      const current = made.get(user) ?? { key, requests: 0 }
      if (current.key !== key) return Effect.fail(new ExportShareExceeded())
      current.requests += 1
      made.set(user, current)
      return Effect.succeed(current)
    })

  return <A, E, R>(
    user: string,
    key: string,
    work: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | ExportShareExceeded, R> =>
    Effect.acquireUseRelease(
      enter(user, key),
      () => work,
      (current) =>
        Effect.sync(() => {
          current.requests -= 1
          if (current.requests === 0) made.delete(user)
        })
    )
}
