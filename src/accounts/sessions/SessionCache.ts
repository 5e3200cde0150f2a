import { Clock, Duration, Effect, Exit, Option, type Redacted } from "effect"
import type { UserId } from "../../domain/entities/Ids.ts"
import type { Identity } from "../../domain/Identity.ts"
import { StorageError } from "../../domain/StorageError.ts"
import { type ClockReading, elapsedMs, readClock } from "../../sql/ClockReading.ts"
import * as LookupCache from "./LookupCache.ts"
import { isFreshSince } from "./SessionFreshness.ts"
import * as SessionToken from "./SessionToken.ts"

const maxAgeMs = Duration.toMillis(Duration.minutes(5))

const capacity = 10_000

/** How often a session is read for one request if the answers come too late to be fresh. */
const maxReads = 5

/** Selects sessions whose cached identity may be outdated. */
export type SessionFilter = (session: Pick<Identity, "userId" | "sessionId">) => boolean

/** Hears of an eviction; `userId` is that of the user who may have changed, if it is about one. */
export type SessionWatcher = (filter: SessionFilter, userId?: UserId) => void

interface SessionCacheOptions {
  /** False for a text that no server ever made; by default, for what is not a session's token. */
  readonly isWellFormed?: (token: Redacted.Redacted) => boolean
}

export const everySession: SessionFilter = () => true

interface LoadedIdentity<A extends Identity> {
  readonly found: Option.Option<A>
  /** The time at which the store was asked. */
  readonly asOf: ClockReading
}

/** The identity, unless its session or its cache entry has expired by the wall clock or the monotonic clock. */
const validIdentity = <A extends Identity>({ found, asOf }: LoadedIdentity<A>, clock: Clock.Clock): A | undefined => {
  const identity = Option.getOrUndefined(found)
  const elapsed = elapsedMs(asOf, readClock(clock))
  return identity !== undefined && elapsed < maxAgeMs && asOf.wallMillis + elapsed < identity.expiresAt
    ? identity
    : undefined
}

const answersTooLate = new StorageError({
  operation: "SessionStore.resolve",
  unavailable: true,
  cause: "Each answer of the database came too late to count."
})

const readUntilFresh = Effect.fnUntraced(function* <A extends Identity>(
  read: Effect.Effect<LoadedIdentity<A>, StorageError>,
  clock: Clock.Clock
) {
  for (let reads = 0; reads < maxReads; reads++) {
    const loaded = yield* read
    if (isFreshSince(clock, loaded.asOf)()) return loaded
  }
  return yield* answersTooLate
})

/**
 * Caches identities by token hash, for five minutes from the look-up and never beyond the session's expiry; the least
 * recently used are dropped first. Concurrent look-ups of one token are shared. Only found sessions are cached: unknown
 * tokens take no room, and a new session is seen at once.
 *
 * With several servers the cache is used only while it is known what the others have done (`trustCacheWhile`). This is
 * checked at every look-up, so that a process or machine that was suspended notices. Otherwise the store is asked.
 */
export const make = Effect.fnUntraced(function* <A extends Identity>(
  load: (tokenHash: string) => Effect.Effect<Option.Option<A>, StorageError>,
  { isWellFormed = SessionToken.isWellFormed }: SessionCacheOptions = {}
) {
  const clock = yield* Clock.Clock
  const lookUp = (tokenHash: string): Effect.Effect<LoadedIdentity<A>, StorageError> =>
    Effect.suspend(() => {
      const asOf = readClock(clock)
      return Effect.map(load(tokenHash), (found) => ({ found, asOf }))
    })
  const cache = yield* LookupCache.make({
    lookUp,
    capacity,
    timeToLive: (exit) => {
      const identity = Exit.isSuccess(exit) ? validIdentity(exit.value, clock) : undefined
      return identity === undefined ? 0 : Math.min(maxAgeMs, identity.expiresAt - clock.currentTimeMillisUnsafe())
    }
  })

  const getCached = (tokenHash: string) =>
    Effect.suspend(() => {
      // The cache's own expiry uses the wall clock only.
      const known = cache.peek(tokenHash)
      if (known !== undefined && validIdentity(known, clock) === undefined) cache.remove(tokenHash)
      return cache.get(tokenHash)
    })

  /** Undefined if this is the only server. */
  let isFresh: (() => boolean) | undefined

  const watchers = new Set<SessionWatcher>()

  /**
   * Drops look-ups under way too, because they may have read the state before the change, and whose they are is
   * unknown. Their callers get the answer, but it does not enter the cache, and later callers read again.
   */
  const evictMatching = (filter: SessionFilter, userId?: UserId) =>
    Effect.sync(() => {
      cache.retain(({ found }) => !Option.exists(found, filter))
      for (const watcher of watchers) watcher(filter, userId)
    })

  /** The identity from the cache or a look-up. None if the process was suspended meanwhile: it may be outdated. */
  const cachedOrLoaded = Effect.fnUntraced(function* (tokenHash: string) {
    const loaded = yield* getCached(tokenHash)
    const isUsable =
      isFresh === undefined || (isFresh() && (cache.peek(tokenHash) === loaded || isFreshSince(clock, loaded.asOf)()))
    return isUsable ? Option.some(loaded) : Option.none()
  })

  const resolve = Effect.fnUntraced(function* (token: Redacted.Redacted) {
    if (!isWellFormed(token)) return Option.none()
    const tokenHash = SessionToken.hash(token)
    const cached = isFresh === undefined || isFresh() ? yield* cachedOrLoaded(tokenHash) : Option.none()
    const loaded = Option.isSome(cached) ? cached.value : yield* readUntilFresh(lookUp(tokenHash), clock)
    return Option.fromUndefinedOr(validIdentity(loaded, clock))
  })

  const peek = (token: string): A | undefined => {
    if (isFresh !== undefined && !isFresh()) return undefined
    const known = cache.peek(SessionToken.hashOf(token))
    return known && validIdentity(known, clock)
  }

  return {
    /** None if the token is unknown or malformed, or its session has ended or expired. */
    resolve,
    /** The cached result of `resolve`; undefined if it is not cached. */
    peek,
    evict: evictMatching,
    watch: (watcher: SessionWatcher) =>
      Effect.acquireRelease(
        Effect.sync(() => void watchers.add(watcher)),
        () => Effect.sync(() => watchers.delete(watcher))
      ),
    evictUser: (userId: UserId) => evictMatching((session) => session.userId === userId, userId),
    evictAll: evictMatching(everySession),
    trustCacheWhile: (fresh: () => boolean) =>
      Effect.sync(() => {
        isFresh = fresh
      }),
    isFresh: () => isFresh === undefined || isFresh()
  }
})
