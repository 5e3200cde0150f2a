import { Cache, Clock, Duration, Effect, Exit, MutableHashMap, Option, type Redacted } from "effect"
import type { UserId } from "../domain/Ids.ts"
import type { StorageError } from "../domain/StorageError.ts"
import type { Identity } from "./Identity.ts"
import * as SessionToken from "./SessionToken.ts"

const longest = Duration.toMillis(Duration.minutes(5))

const capacity = 10_000

type Found = Option.Option<Identity>

/** Whether what is known of a session may no longer hold. */
export type Doubt = (session: Pick<Identity, "userId" | "sessionId">) => boolean

/**
 * Identities by token hash, for five minutes from the look-up and never beyond the session's expiry; the least recently
 * used go first. Look-ups of one token at the same time are one. Only what was found is kept: unknown tokens take no room,
 * and a new session is seen at once.
 */
export const make = Effect.fnUntraced(function* (load: (tokenHash: string) => Effect.Effect<Found, StorageError>) {
  const cache = yield* Cache.makeWith(
    Effect.fnUntraced(function* (tokenHash: string) {
      const found = yield* load(tokenHash)
      const now = yield* Clock.currentTimeMillis
      return { found, lifetime: Option.isSome(found) ? Math.min(longest, found.value.expiresAt - now) : 0 }
    }),
    { capacity, timeToLive: (exit) => (Exit.isSuccess(exit) ? Math.max(0, exit.value.lifetime) : 0) }
  )

  const watchers = new Set<(doubt: Doubt) => void>()

  /**
   * A look-up that is still under way may have read what was before, and does not say for whom; it is dropped too. Its
   * callers get its answer, but it cannot come back into the cache, and who asks from now on reads anew.
   */
  const evict = (doubt: Doubt) =>
    Effect.sync(() => {
      for (const [tokenHash, { fiber }] of [...cache.map]) {
        const exit = fiber.pollUnsafe()
        const stays = exit !== undefined && Exit.isSuccess(exit) && !Option.exists(exit.value.found, doubt)
        if (!stays) MutableHashMap.remove(cache.map, tokenHash)
      }
      for (const watcher of watchers) watcher(doubt)
    })

  const resolve = Effect.fnUntraced(function* (token: Redacted.Redacted) {
    if (!SessionToken.isWellFormed(token)) return Option.none()
    const { found } = yield* Cache.get(cache, SessionToken.hash(token))
    const now = yield* Clock.currentTimeMillis
    return Option.filter(found, ({ expiresAt }) => now < expiresAt)
  })

  const clock = yield* Clock.Clock
  const peek = (token: string): Identity | undefined => {
    const entry = Option.getOrUndefined(MutableHashMap.get(cache.map, SessionToken.hashOf(token)))
    const exit = entry?.fiber.pollUnsafe()
    if (entry === undefined || exit === undefined || Exit.isFailure(exit)) return undefined
    const now = clock.currentTimeMillisUnsafe()
    const identity = Option.getOrUndefined(exit.value.found)
    const isFresh = entry.expiresAt !== undefined && now < entry.expiresAt
    return isFresh && identity !== undefined && now < identity.expiresAt ? identity : undefined
  }

  return {
    /** None: unknown, malformed, ended or expired. */
    resolve,
    /** What `resolve` would find without looking it up; undefined tells nothing. */
    peek,
    evict,
    watch: (watcher: (doubt: Doubt) => void) =>
      Effect.acquireRelease(
        Effect.sync(() => void watchers.add(watcher)),
        () => Effect.sync(() => watchers.delete(watcher))
      ),
    evictUser: (userId: UserId) => evict((session) => session.userId === userId),
    evictAll: evict(() => true)
  }
})
