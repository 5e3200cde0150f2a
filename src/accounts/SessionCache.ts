import { Cache, Clock, Duration, Effect, Exit, MutableHashMap, Option, type Redacted, Semaphore } from "effect"
import type { Identity } from "../domain/Identity.ts"
import type { UserId } from "../domain/Ids.ts"
import { StorageError } from "../domain/StorageError.ts"
import { type ClockReading, elapsedMs, read } from "../sql/ClockReading.ts"
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
  const elapsed = elapsedMs(asOf, read(clock))
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
      const asOf = read(clock)
      return Effect.map(load(tokenHash), (found) => ({ found, asOf }))
    })
  const readAnew = makeReads(lookUp)
  const cache = yield* Cache.makeWith(lookUp, {
    capacity,
    timeToLive: (exit) => {
      const identity = Exit.isSuccess(exit) ? current(exit.value, clock) : undefined
      return identity === undefined ? 0 : Math.min(longest, identity.expiresAt - clock.currentTimeMillisUnsafe())
    }
  })

  /** What was looked up of the token and is kept, over or not. */
  const kept = (tokenHash: string): Loaded | undefined => {
    const exit = Option.getOrUndefined(MutableHashMap.get(cache.map, tokenHash))?.fiber.pollUnsafe()
    return exit === undefined || Exit.isFailure(exit) ? undefined : exit.value
  }

  const getCached = (tokenHash: string) =>
    Effect.suspend(() => {
      // The cache goes by the wall's clock alone.
      const known = kept(tokenHash)
      if (known !== undefined && current(known, clock) === undefined) MutableHashMap.remove(cache.map, tokenHash)
      return Cache.get(cache, tokenHash)
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
      for (const [tokenHash, { fiber }] of [...cache.map]) {
        const exit = fiber.pollUnsafe()
        const stays = exit !== undefined && Exit.isSuccess(exit) && !Option.exists(exit.value.found, doubt)
        if (!stays) MutableHashMap.remove(cache.map, tokenHash)
      }
      for (const watcher of watchers) watcher(doubt)
    })

  const resolve = Effect.fnUntraced(function* (token: Redacted.Redacted) {
    if (!SessionToken.isWellFormed(token)) return Option.none()
    const tokenHash = SessionToken.hash(token)
    if (isFresh === undefined) return Option.fromUndefinedOr(current(yield* getCached(tokenHash), clock))
    if (isFresh()) {
      const loaded = yield* getCached(tokenHash)
      // Not when the process was stopped meanwhile: then the answer may be older than what has happened elsewhere.
      if (isFresh() && (kept(tokenHash) === loaded || countsSince(clock, loaded.asOf)())) {
        return Option.fromUndefinedOr(current(loaded, clock))
      }
    }
    for (let reads = 0; reads < maxReads; reads++) {
      const loaded = yield* readAnew(tokenHash)
      if (countsSince(clock, loaded.asOf)()) return Option.fromUndefinedOr(current(loaded, clock))
    }
    return yield* tooLate
  })

  const peek = (token: string): Identity | undefined => {
    if (isFresh !== undefined && !isFresh()) return undefined
    const known = kept(SessionToken.hashOf(token))
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
