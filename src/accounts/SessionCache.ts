import { Clock, Duration, Effect, Exit, Option, type Redacted, Semaphore } from "effect"
import type { UserId } from "../domain/entities/Ids.ts"
import type { Identity } from "../domain/Identity.ts"
import { StorageError } from "../domain/StorageError.ts"
import { type ClockReading, elapsedMs, readClock } from "../sql/ClockReading.ts"
import * as LookupCache from "./LookupCache.ts"
import { countsSince } from "./SessionFreshness.ts"
import * as SessionToken from "./SessionToken.ts"

const longest = Duration.toMillis(Duration.minutes(5))

const capacity = 10_000

/** How often a session is read for one request when the answers come so late that they no longer count. */
const maxReads = 5

type Found = Option.Option<Identity>

/** Whether what is known of a session may no longer hold. */
export type Doubt = (session: Pick<Identity, "userId" | "sessionId">) => boolean

/** Of all sessions, since something may have happened to any of them. */
export const everySession: Doubt = () => true

interface Loaded {
  readonly found: Found
  /** When the store was asked. */
  readonly asOf: ClockReading
}

/** The identity, unless its session or the time it is kept here is over, by either clock. */
const current = ({ found, asOf }: Loaded, clock: Clock.Clock): Identity | undefined => {
  const identity = Option.getOrUndefined(found)
  const elapsed = elapsedMs(asOf, readClock(clock))
  return identity !== undefined && elapsed < longest && asOf.wallMillis + elapsed < identity.expiresAt
    ? identity
    : undefined
}

const tooLate = new StorageError({
  operation: "SessionStore.resolve",
  unavailable: true,
  cause: "Each answer of the database came too late to count."
})

/**
 * Look-ups that are not kept. Who asks while one of the same token is under way gets the next one, together with all others
 * who do, since the former may have seen what was before the question.
 */
const makeReads = (lookUp: (tokenHash: string) => Effect.Effect<Loaded, StorageError>) => {
  interface Read {
    readonly turn: Semaphore.Semaphore
    callers: number
    latest: { readonly loaded: Loaded; readonly number: number } | undefined
  }
  const reads = new Map<string, Read>()
  /** Of questions and look-ups, in the order in which they began. */
  let number = 0

  return (tokenHash: string): Effect.Effect<Loaded, StorageError> =>
    Effect.suspend(() => {
      const asked = ++number
      const read = reads.get(tokenHash) ?? { turn: Semaphore.makeUnsafe(1), callers: 0, latest: undefined }
      reads.set(tokenHash, read)
      read.callers += 1
      const shared = Effect.suspend(() => {
        if (read.latest !== undefined && read.latest.number > asked) return Effect.succeed(read.latest.loaded)
        const began = ++number
        return Effect.tap(lookUp(tokenHash), (loaded) =>
          Effect.sync(() => {
            read.latest = { loaded, number: began }
          })
        )
      })
      const leave = Effect.sync(() => {
        read.callers -= 1
        if (read.callers === 0) reads.delete(tokenHash)
      })
      return Effect.ensuring(read.turn.withPermit(shared), leave)
    })
}

/**
 * Identities by token hash, for five minutes from the look-up and never beyond the session's expiry; the least recently
 * used go first. Look-ups of one token at the same time are one. Only what was found is kept: unknown tokens take no room,
 * and a new session is seen at once.
 *
 * Beside other servers all this counts only while it is known what they have done (`believeWhile`), which each look judges
 * anew: a process or machine that was stopped and goes on finds that it does not. Otherwise the store is asked.
 */
export const make = Effect.fnUntraced(function* (load: (tokenHash: string) => Effect.Effect<Found, StorageError>) {
  const clock = yield* Clock.Clock
  const lookUp = (tokenHash: string): Effect.Effect<Loaded, StorageError> =>
    Effect.suspend(() => {
      const asOf = readClock(clock)
      return Effect.map(load(tokenHash), (found) => ({ found, asOf }))
    })
  const readAnew = makeReads(lookUp)
  const cache = yield* LookupCache.make({
    lookUp,
    capacity,
    timeToLive: (exit) => {
      const identity = Exit.isSuccess(exit) ? current(exit.value, clock) : undefined
      return identity === undefined ? 0 : Math.min(longest, identity.expiresAt - clock.currentTimeMillisUnsafe())
    }
  })

  const getCached = (tokenHash: string) =>
    Effect.suspend(() => {
      // The cache goes by the wall's clock alone.
      const known = cache.peek(tokenHash)
      if (known !== undefined && current(known, clock) === undefined) cache.remove(tokenHash)
      return cache.get(tokenHash)
    })

  /** None: this is the only server. */
  let isFresh: (() => boolean) | undefined

  const watchers = new Set<(doubt: Doubt) => void>()

  /**
   * A look-up that is still under way may have read what was before, and does not say for whom; it is dropped too. Its
   * callers get its answer, but it cannot come back into the cache, and who asks from now on reads anew.
   */
  const evict = (doubt: Doubt) =>
    Effect.sync(() => {
      cache.keepOnly(({ found }) => !Option.exists(found, doubt))
      for (const watcher of watchers) watcher(doubt)
    })

  /** What is kept, or looked up now. None when the process was stopped meanwhile: it may be older than what was done elsewhere. */
  const fresh = Effect.fnUntraced(function* (tokenHash: string) {
    const loaded = yield* getCached(tokenHash)
    const counts =
      isFresh === undefined || (isFresh() && (cache.peek(tokenHash) === loaded || countsSince(clock, loaded.asOf)()))
    return counts ? Option.some(loaded) : Option.none()
  })

  const readUntilItCounts = Effect.fnUntraced(function* (tokenHash: string) {
    for (let reads = 0; reads < maxReads; reads++) {
      const loaded = yield* readAnew(tokenHash)
      if (countsSince(clock, loaded.asOf)()) return loaded
    }
    return yield* tooLate
  })

  const resolve = Effect.fnUntraced(function* (token: Redacted.Redacted) {
    if (!SessionToken.isWellFormed(token)) return Option.none()
    const tokenHash = SessionToken.hash(token)
    const kept = isFresh === undefined || isFresh() ? yield* fresh(tokenHash) : Option.none()
    const loaded = Option.isSome(kept) ? kept.value : yield* readUntilItCounts(tokenHash)
    return Option.fromUndefinedOr(current(loaded, clock))
  })

  const peek = (token: string): Identity | undefined => {
    if (isFresh !== undefined && !isFresh()) return undefined
    const known = cache.peek(SessionToken.hashOf(token))
    return known && current(known, clock)
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
    evictAll: evict(everySession),
    believeWhile: (fresh: () => boolean) =>
      Effect.sync(() => {
        isFresh = fresh
      }),
    isFresh: () => isFresh === undefined || isFresh()
  }
})
