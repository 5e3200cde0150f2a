import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Latch, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { make } from "../../src/accounts/sessions/SessionCache.ts"
import { isFreshSince } from "../../src/accounts/sessions/SessionFreshness.ts"
import { SessionId, UserId } from "../../src/domain/entities/Ids.ts"
import type { Role } from "../../src/domain/entities/Role.ts"
import type { SessionIdentity } from "../../src/domain/Identity.ts"
import { StorageError } from "../../src/domain/StorageError.ts"
import { readClock } from "../../src/sql/ClockReading.ts"

const userId = UserId.make("00000000-0000-4000-8000-000000000001")
const sessionId = SessionId.make("00000000-0000-4000-8000-000000000002")

const tokenOf = (number: number) => Redacted.make(number.toString().padStart(43, "A"))
const token = tokenOf(0)

/** A cache over one session that every token finds, or none if `role` is null. Look-ups wait for the gate. */
const overStore = Effect.gen(function* () {
  const store = {
    role: "viewer" as Role | null,
    expiresAt: Number.MAX_SAFE_INTEGER,
    failure: undefined as StorageError | undefined,
    lookups: 0
  }
  const gate = yield* Latch.make(true)
  const cache = yield* make(
    Effect.fnUntraced(function* () {
      store.lookups++
      const { role, expiresAt, failure } = store
      yield* gate.await
      if (failure !== undefined) return yield* failure
      if (role === null) return Option.none<SessionIdentity>()
      return Option.some({ userId, username: "ada", displayName: null, role, sessionId, expiresAt })
    })
  )
  const roleOf = (of: Redacted.Redacted) =>
    Effect.map(cache.resolve(of), (found) => Option.getOrNull(Option.map(found, ({ role }) => role)))
  return { store, gate, cache, roleOf }
})

const settled = Effect.repeat(Effect.yieldNow, { times: 20 })

describe("SessionCache", () => {
  it.effect("looks a token up once in five minutes, however often it is used", () =>
    Effect.gen(function* () {
      const { store, roleOf } = yield* overStore
      for (let minute = 0; minute < 10; minute++) {
        assert.strictEqual(yield* roleOf(token), "viewer")
        assert.strictEqual(store.lookups, minute < 5 ? 1 : 2)
        yield* TestClock.adjust("1 minutes")
      }
    })
  )

  it.effect("concurrent look-ups of one token are shared", () =>
    Effect.gen(function* () {
      const { store, gate, roleOf } = yield* overStore
      yield* gate.close
      const all = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 100 }, () => roleOf(token)),
          { concurrency: "unbounded" }
        )
      )
      yield* settled
      yield* gate.open
      assert.deepStrictEqual(yield* Fiber.join(all), Array(100).fill("viewer"))
      assert.strictEqual(store.lookups, 1)
    })
  )

  it.effect("an interrupted caller does not interrupt the shared look-up", () =>
    Effect.gen(function* () {
      const { store, gate, roleOf } = yield* overStore
      yield* gate.close
      const first = yield* Effect.forkChild(roleOf(token))
      yield* settled
      const second = yield* Effect.forkChild(roleOf(token))
      yield* settled
      yield* Fiber.interrupt(first)
      yield* gate.open
      assert.strictEqual(yield* Fiber.join(second), "viewer")
      assert.strictEqual(store.lookups, 1)
    })
  )

  it.effect("a cached identity does not outlive its session", () =>
    Effect.gen(function* () {
      const { store, roleOf } = yield* overStore
      store.expiresAt = 60_000
      assert.strictEqual(yield* roleOf(token), "viewer")
      yield* TestClock.adjust("59999 millis")
      assert.strictEqual(yield* roleOf(token), "viewer")
      assert.strictEqual(store.lookups, 1)
      yield* TestClock.adjust("1 millis")
      store.role = null
      assert.isNull(yield* roleOf(token))
      assert.strictEqual(store.lookups, 2)
    })
  )

  it.effect("a session that expires during its look-up is over", () =>
    Effect.gen(function* () {
      const { store, gate, roleOf } = yield* overStore
      store.expiresAt = 1_000
      yield* gate.close
      const late = yield* Effect.forkChild(roleOf(token))
      yield* settled
      yield* TestClock.adjust("1 seconds")
      yield* gate.open
      assert.isNull(yield* Fiber.join(late))
    })
  )

  it.effect("an unknown token is not cached", () =>
    Effect.gen(function* () {
      const { store, roleOf } = yield* overStore
      store.role = null
      assert.isNull(yield* roleOf(token))
      store.role = "viewer"
      assert.strictEqual(yield* roleOf(token), "viewer")
      assert.strictEqual(store.lookups, 2)
    })
  )

  it.effect("a failure is not cached", () =>
    Effect.gen(function* () {
      const { store, roleOf } = yield* overStore
      store.failure = new StorageError({ operation: "test", unavailable: true, cause: null })
      assert.strictEqual(yield* Effect.flip(roleOf(token)), store.failure)
      store.failure = undefined
      assert.strictEqual(yield* roleOf(token), "viewer")
    })
  )

  it.effect("a malformed token has no session, without a look-up", () =>
    Effect.gen(function* () {
      const { store, roleOf } = yield* overStore
      for (const malformed of ["", "A".repeat(42), "A".repeat(44), "é".repeat(43), `${"A".repeat(42)}=`]) {
        assert.isNull(yield* roleOf(Redacted.make(malformed)))
      }
      assert.strictEqual(store.lookups, 0)
    })
  )

  it.effect("caches 10,000 entries and drops the least recently used first", () =>
    Effect.gen(function* () {
      const { store, roleOf } = yield* overStore
      for (let i = 0; i < 10_000; i++) yield* roleOf(tokenOf(i))
      yield* roleOf(tokenOf(0))
      assert.strictEqual(store.lookups, 10_000)
      yield* roleOf(tokenOf(10_000))
      yield* roleOf(tokenOf(0))
      assert.strictEqual(store.lookups, 10_001)
      yield* roleOf(tokenOf(1))
      assert.strictEqual(store.lookups, 10_002)
    })
  )

  const evictions = [
    ["of the user", (cache: Cache) => cache.evictUser(userId)],
    ["of the session", (cache: Cache) => cache.evict((identity) => identity.sessionId === sessionId)],
    ["of everything", (cache: Cache) => cache.evictAll]
  ] as const
  type Cache = Effect.Success<typeof overStore>["cache"]

  it.effect.each(evictions)("after an eviction %s the next request reads the store", ([, evict]) =>
    Effect.gen(function* () {
      const { store, cache, roleOf } = yield* overStore
      assert.strictEqual(yield* roleOf(token), "viewer")
      store.role = "admin"
      yield* evict(cache)
      assert.strictEqual(yield* roleOf(token), "admin")
    })
  )

  it.effect.each(evictions)("a look-up under way does not undo an eviction %s", ([, evict]) =>
    Effect.gen(function* () {
      const { store, gate, cache, roleOf } = yield* overStore
      yield* gate.close
      const early = yield* Effect.forkChild(roleOf(token))
      yield* settled
      store.role = "admin"
      yield* evict(cache)
      const late = yield* Effect.forkChild(roleOf(token))
      yield* settled
      yield* gate.open
      // Callers from before the change may see either state; later ones see the change, and so does the cache.
      assert.strictEqual(yield* Fiber.join(early), "viewer")
      assert.strictEqual(yield* Fiber.join(late), "admin")
      assert.strictEqual(yield* roleOf(token), "admin")
      assert.strictEqual(store.lookups, 2)
    })
  )

  it.effect("evicting another user keeps an entry", () =>
    Effect.gen(function* () {
      const { store, cache, roleOf } = yield* overStore
      yield* roleOf(token)
      yield* cache.evictUser(UserId.make("00000000-0000-4000-8000-00000000000f"))
      yield* roleOf(token)
      assert.strictEqual(store.lookups, 1)
    })
  )

  describe("with other servers", () => {
    /** A wall clock and a monotonic clock that the test moves. */
    const clocks = Effect.gen(function* () {
      const now = { monotonicMs: 5_000, wallMs: 1_800_000_000_000 }
      const clock: Clock.Clock = {
        ...(yield* Clock.Clock),
        currentTimeMillisUnsafe: () => now.wallMs,
        currentTimeMillis: Effect.sync(() => now.wallMs),
        monotonicTimeNanosUnsafe: () => BigInt(now.monotonicMs) * 1_000_000n
      }
      return { now, clock }
    })

    const peeked = (cache: Effect.Success<typeof overStore>["cache"]) => cache.peek(Redacted.value(token))?.role

    /** `move` changes the clocks after a proof that notifications arrive. */
    const afterwards = (move: (now: { monotonicMs: number; wallMs: number }) => void) =>
      Effect.gen(function* () {
        const { now, clock } = yield* clocks
        return yield* Effect.gen(function* () {
          const { store, cache, roleOf } = yield* overStore
          yield* cache.trustCacheWhile(isFreshSince(clock, readClock(clock)))
          assert.strictEqual(yield* roleOf(token), "viewer")
          assert.strictEqual(peeked(cache), "viewer")
          move(now)
          store.role = "admin"
          return { peeked: peeked(cache), resolved: yield* roleOf(token), isFresh: cache.isFresh() }
        }).pipe(Effect.provideService(Clock.Clock, clock))
      })

    const cached: { peeked: Role | undefined; resolved: Role | null; isFresh: boolean } = {
      peeked: "viewer",
      resolved: "viewer",
      isFresh: true
    }
    const readAnew: typeof cached = { peeked: undefined, resolved: "admin", isFresh: false }

    it.effect.each([
      ["0.8 s", 800, 800, cached],
      ["a second", 1_000, 1_000, readAnew],
      ["a pause of the machine, which stops the monotonic clock", 1, 1_000, readAnew],
      ["a second in which the wall's clock was set back", 1_000, -3_600_000, readAnew],
      ["a wall's clock that was set back at once", 1, -3_600_000, cached],
      ["a wall's clock that was set forward", 1, 3_600_000, readAnew]
    ] as const)("after %s", ([, monotonicMs, wallMs, expected]) =>
      Effect.gen(function* () {
        const seen = yield* afterwards((now) => {
          now.monotonicMs += monotonicMs
          now.wallMs += wallMs
        })
        assert.deepStrictEqual(seen, expected)
      })
    )

    it.effect("an answer given before the process was suspended is not used", () =>
      Effect.gen(function* () {
        const { now, clock } = yield* clocks
        yield* Effect.gen(function* () {
          const { store, gate, cache, roleOf } = yield* overStore
          yield* cache.trustCacheWhile(isFreshSince(clock, readClock(clock)))
          yield* gate.close
          const asked = yield* Effect.forkChild(roleOf(token))
          yield* settled
          store.role = null
          now.wallMs += 20_000
          now.monotonicMs += 20_000
          yield* gate.open
          assert.isNull(yield* Fiber.join(asked))
          assert.strictEqual(store.lookups, 2)
        }).pipe(Effect.provideService(Clock.Clock, clock))
      })
    )

    it.effect("a slow answer is used while notifications arrive, unless one was about that session", () =>
      Effect.gen(function* () {
        const { now, clock } = yield* clocks
        yield* Effect.gen(function* () {
          const { store, gate, cache, roleOf } = yield* overStore
          yield* cache.trustCacheWhile(() => true)
          for (const spoken of [false, true]) {
            yield* cache.evictAll
            yield* gate.close
            store.role = "viewer"
            const asked = yield* Effect.forkChild(roleOf(token))
            yield* settled
            store.role = null
            now.monotonicMs += 2_000
            if (spoken) yield* cache.evictUser(userId)
            yield* gate.open
            assert.strictEqual(yield* Fiber.join(asked), spoken ? null : "viewer")
          }
          assert.strictEqual(store.lookups, 3)
        }).pipe(Effect.provideService(Clock.Clock, clock))
      })
    )

    it.effect("a store whose answers repeatedly come too late counts as unavailable", () =>
      Effect.gen(function* () {
        const { now, clock } = yield* clocks
        yield* Effect.gen(function* () {
          let lookups = 0
          const cache = yield* make(() =>
            Effect.sync(() => {
              lookups++
              now.monotonicMs += 1_000
              const ada = { userId, username: "ada", displayName: null, role: "viewer" as const }
              return Option.some({ ...ada, sessionId, expiresAt: 2e12 })
            })
          )
          yield* cache.trustCacheWhile(() => false)
          const error = yield* Effect.flip(cache.resolve(token))
          assert.isTrue(error.unavailable)
          assert.strictEqual(lookups, 5)
        }).pipe(Effect.provideService(Clock.Clock, clock))
      })
    )

    it.effect("while no notifications arrive each request asks the store, and nothing is cached", () =>
      Effect.gen(function* () {
        const { store, cache, roleOf } = yield* overStore
        let isFresh = false
        yield* cache.trustCacheWhile(() => isFresh)
        for (const role of ["viewer", "editor", null] as const) {
          store.role = role
          assert.strictEqual(yield* roleOf(token), role)
          assert.isUndefined(peeked(cache))
        }
        isFresh = true
        store.role = "admin"
        assert.isUndefined(peeked(cache))
        assert.strictEqual(yield* roleOf(token), "admin")
        assert.strictEqual(peeked(cache), "admin")
        assert.strictEqual(store.lookups, 4)
      })
    )
  })

  it.effect("setting the wall clock back extends neither a session nor its cache entry", () =>
    Effect.gen(function* () {
      const testClock = yield* Clock.Clock
      let setBackMs = 0
      const clock: Clock.Clock = {
        ...testClock,
        currentTimeMillisUnsafe: () => testClock.currentTimeMillisUnsafe() - setBackMs,
        currentTimeMillis: Effect.sync(() => testClock.currentTimeMillisUnsafe() - setBackMs)
      }
      yield* TestClock.adjust("1 hour")
      yield* Effect.gen(function* () {
        const { store, cache, roleOf } = yield* overStore
        const isKept = () => cache.peek(Redacted.value(token)) !== undefined
        store.expiresAt = clock.currentTimeMillisUnsafe() + 60_000
        yield* roleOf(token)
        setBackMs = 600_000
        yield* TestClock.adjust("59999 millis")
        assert.isTrue(isKept())
        yield* TestClock.adjust("1 millis")
        assert.isFalse(isKept())
        store.role = null
        assert.isNull(yield* roleOf(token))
      }).pipe(Effect.provideService(Clock.Clock, clock))
    })
  )
})
