import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import type { Identity } from "../../src/accounts/Identity.ts"
import { make } from "../../src/accounts/SessionCache.ts"
import { SessionId, UserId } from "../../src/domain/Ids.ts"
import type { Role } from "../../src/domain/Role.ts"
import { StorageError } from "../../src/domain/StorageError.ts"

const userId = UserId.make("00000000-0000-4000-8000-000000000001")
const sessionId = SessionId.make("00000000-0000-4000-8000-000000000002")

const tokenOf = (number: number) => Redacted.make(number.toString().padStart(43, "A"))
const token = tokenOf(0)

/** A cache over one session that every token finds. `role` null: there is no such session. A look-up waits for the gate. */
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
      if (role === null) return Option.none<Identity>()
      return Option.some({ userId, username: "ada", role, sessionId, expiresAt })
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

  it.effect("look-ups of one token at the same time are one", () =>
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

  it.effect("one of them that is interrupted takes nothing from the others", () =>
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

  it.effect("an entry does not outlive its session", () =>
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

  it.effect("a session that expires while it is looked up is over", () =>
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

  it.effect("what is not found is not kept", () =>
    Effect.gen(function* () {
      const { store, roleOf } = yield* overStore
      store.role = null
      assert.isNull(yield* roleOf(token))
      store.role = "viewer"
      assert.strictEqual(yield* roleOf(token), "viewer")
      assert.strictEqual(store.lookups, 2)
    })
  )

  it.effect("a failure is not kept", () =>
    Effect.gen(function* () {
      const { store, roleOf } = yield* overStore
      store.failure = new StorageError({ operation: "test", unavailable: true, cause: null })
      assert.strictEqual(yield* Effect.flip(roleOf(token)), store.failure)
      store.failure = undefined
      assert.strictEqual(yield* roleOf(token), "viewer")
    })
  )

  it.effect("a malformed token is nobody's, without a look-up", () =>
    Effect.gen(function* () {
      const { store, roleOf } = yield* overStore
      for (const malformed of ["", "A".repeat(42), "A".repeat(44), "é".repeat(43), `${"A".repeat(42)}=`]) {
        assert.isNull(yield* roleOf(Redacted.make(malformed)))
      }
      assert.strictEqual(store.lookups, 0)
    })
  )

  it.effect("keeps 10,000 entries, the least recently used go first", () =>
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

  it.effect.each(evictions)("after an eviction %s the next request reads anew", ([, evict]) =>
    Effect.gen(function* () {
      const { store, cache, roleOf } = yield* overStore
      assert.strictEqual(yield* roleOf(token), "viewer")
      store.role = "admin"
      yield* evict(cache)
      assert.strictEqual(yield* roleOf(token), "admin")
    })
  )

  it.effect.each(evictions)("an eviction %s is not undone by a look-up under way", ([, evict]) =>
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
      // Who asked before the change may see either; who asked after it sees the change, and so does the cache.
      assert.strictEqual(yield* Fiber.join(early), "viewer")
      assert.strictEqual(yield* Fiber.join(late), "admin")
      assert.strictEqual(yield* roleOf(token), "admin")
      assert.strictEqual(store.lookups, 2)
    })
  )

  it.effect("an eviction of another user leaves an entry alone", () =>
    Effect.gen(function* () {
      const { store, cache, roleOf } = yield* overStore
      yield* roleOf(token)
      yield* cache.evictUser(UserId.make("00000000-0000-4000-8000-00000000000f"))
      yield* roleOf(token)
      assert.strictEqual(store.lookups, 1)
    })
  )
})
