import { Effect } from "effect"
import { ExporterBusy } from "./ExportError.ts"

/** Lets each user have one large deck made at a time: several would take the workers from everybody else. */
export const make = () => {
  /** By user: the deck that is made, and how many of the user's requests wait for it. */
  const made = new Map<string, { readonly key: string; requests: number }>()

  const enter = (user: string, key: string) =>
    Effect.suspend(() => {
      const current = made.get(user) ?? { key, requests: 0 }
      if (current.key !== key) return Effect.fail(new ExporterBusy())
      current.requests += 1
      made.set(user, current)
      return Effect.succeed(current)
    })

  return <A, E, R>(user: string, key: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | ExporterBusy, R> =>
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
