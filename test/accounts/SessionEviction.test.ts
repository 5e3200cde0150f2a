import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, Logger, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as SessionEviction from "../../src/accounts/sessions/SessionEviction.ts"
import { SessionStore } from "../../src/accounts/sessions/SessionStore.ts"
import * as SessionStoreSql from "../../src/accounts/sessions/SessionStoreSql.ts"
import * as DisplayNames from "../../src/accounts/users/DisplayNames.ts"
import { Username } from "../../src/accounts/users/Username.ts"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import * as UserStoreSql from "../../src/accounts/users/UserStoreSql.ts"
import { readClock } from "../../src/sql/ClockReading.ts"
import { Listener, type Subscriber } from "../../src/sql/Listener.ts"
import * as Migrations from "../../src/sql/Migrations.ts"
import { migratedDatabase } from "../support/databases.ts"
import * as LossyRelay from "../support/LossyRelay.ts"
import { until } from "../support/until.ts"
import * as TestRandom from "./TestRandom.ts"
import { addUser } from "./TestUsers.ts"

/** Starts two servers on one database, each with its own connections and cache. */
const servers = Effect.gen(function* () {
  const url = yield* migratedDatabase
  return yield* serversOn(url, url)
})

const serversOn = Effect.fnUntraced(function* (oneUrl: Redacted.Redacted, otherUrl: Redacted.Redacted) {
  const serverOn = (url: Redacted.Redacted) =>
    Layer.fresh(
      SessionEviction.layer.pipe(
        Layer.provide(Listener.layer),
        Layer.provide(Logger.layer([])),
        Layer.provideMerge(DisplayNames.layer),
        Layer.provideMerge(Layer.mergeAll(SessionStoreSql.layer, UserStoreSql.layer)),
        Layer.provideMerge(Layer.provideMerge(Migrations.layer, PgClient.layer({ url, maxConnections: 3 })))
      )
    )
  const random = yield* Layer.build(TestRandom.layer)
  const one = yield* Effect.provide(Layer.build(serverOn(oneUrl)), random)
  const other = yield* Effect.provide(Layer.build(serverOn(otherUrl)), random)
  return { one, other }
})

describe("SessionEviction", () => {
  it.live("a change of a session or its user by one server applies on every other soon", () =>
    Effect.gen(function* () {
      const { one, other } = yield* servers
      const here = <A, E>(effect: Effect.Effect<A, E, UserStore | SessionStore>) => Effect.provide(effect, one)
      const ada = yield* here(addUser("ada"))
      const start = here(SessionStore.use(({ create }) => create(ada)))
      const [first, second, third, fourth] = yield* Effect.all([start, start, start, start])
      const roleThere = (session: typeof first) =>
        SessionStore.use(({ resolve }) => resolve(session.token)).pipe(
          Effect.map((found) => Option.getOrNull(Option.map(found, ({ role }) => role))),
          Effect.provide(other)
        )
      const roleIs = (session: typeof first, role: string | null) =>
        Effect.map(roleThere(session), (current) => current === role)
      for (const session of [first, second, third, fourth]) assert.strictEqual(yield* roleThere(session), "viewer")

      yield* here(SessionStore.use(({ end }) => end(first.session.id)))
      yield* until(roleIs(first, null), (_) => _)
      assert.strictEqual(yield* roleThere(second), "viewer")

      yield* here(SessionStore.use(({ create }) => create(ada, fourth.token)))
      yield* until(roleIs(fourth, null), (_) => _)
      assert.strictEqual(yield* roleThere(second), "viewer")

      yield* here(UserStore.use(({ setRole }) => setRole(ada.id, "editor")))
      yield* until(roleIs(second, "editor"), (_) => _)

      yield* here(SessionStore.use(({ endAllOf }) => endAllOf(ada.id, { except: second.session.id })))
      yield* until(roleIs(third, null), (_) => _)
      assert.strictEqual(yield* roleThere(second), "editor")

      yield* here(UserStore.use((users) => users.delete(ada.id)))
      yield* until(roleIs(second, null), (_) => _)
    })
  )

  it.live("what a user is called is known to every other server soon, and forgotten with the user", () =>
    Effect.gen(function* () {
      const { one, other } = yield* servers
      const here = <A, E>(use: (users: UserStore["Service"]) => Effect.Effect<A, E>) =>
        Effect.provide(UserStore.use(use), one)
      const fields = { username: Username.make("ada"), role: "viewer", passwordHash: "hash" } as const
      const names = yield* Effect.provide(DisplayNames.DisplayNames, other)
      const { id } = yield* here(({ create }) => create({ ...fields, displayName: "Ada" }))
      const isCalled = (name: string | null) =>
        until(
          Effect.sync(() => names.of(id)),
          (_) => _ === name
        )
      yield* isCalled("Ada")
      const { token } = yield* Effect.provide(
        Effect.flatMap(
          here(({ findById }) => findById(id)),
          (user) => SessionStore.use(({ create }) => create(Option.getOrThrow(user)))
        ),
        one
      )
      const identityThere = Effect.provide(
        SessionStore.use(({ resolve }) => resolve(token)),
        other
      )
      const ownNameIs = (name: string) =>
        until(identityThere, (found) => Option.getOrUndefined(found)?.displayName === name)
      yield* ownNameIs("Ada")
      let told = 0
      yield* names.watch(() => {
        told += 1
      })
      const [digest, ...digests] = [names.digest(), names.digest()]
      assert.deepStrictEqual(digests, [digest])
      yield* here(({ setDisplayName }) => setDisplayName(id, "Ada Lovelace"))
      yield* isCalled("Ada Lovelace")
      yield* ownNameIs("Ada Lovelace")
      assert.strictEqual(told, 1)
      assert.notStrictEqual(names.digest(), digest)
      yield* here((users) => users.delete(id))
      yield* isCalled(null)
      assert.strictEqual(told, 2)
    }).pipe(Effect.scoped)
  )

  it.live("a change applies soon even if a server could not listen for a while", () =>
    Effect.gen(function* () {
      const { one, other } = yield* servers
      const ada = yield* Effect.provide(addUser("ada"), one)
      const { token } = yield* Effect.provide(
        SessionStore.use(({ create }) => create(ada)),
        one
      )
      const resolved = Effect.provide(
        SessionStore.use(({ resolve }) => resolve(token)),
        other
      )
      const cutOff = Effect.provide(
        SqlClient.SqlClient.use(
          (sql) => sql`
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()`
        ),
        one
      )
      assert.isTrue(Option.isSome(yield* resolved))
      yield* cutOff
      // This changes the store without a notification.
      yield* Effect.provide(
        SqlClient.SqlClient.use((sql) => sql`DELETE FROM sessions`),
        one
      )
      yield* until(Effect.orElseSucceed(resolved, Option.none), Option.isNone)
    })
  )

  it.live("a change applies soon even if no notification arrives over an intact connection", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const relay = yield* LossyRelay.make(Redacted.value(url))
      const { one, other } = yield* serversOn(url, Redacted.make(relay.url))
      const ada = yield* Effect.provide(addUser("ada"), one)
      const { token, session } = yield* Effect.provide(
        SessionStore.use(({ create }) => create(ada)),
        one
      )
      const resolved = Effect.provide(
        SessionStore.use(({ resolve }) => resolve(token)),
        other
      )
      assert.isTrue(Option.isSome(yield* resolved))
      yield* Effect.provide(
        SessionStore.use(({ end }) => end(session.id)),
        one
      )
      yield* until(resolved, Option.isNone)
    }).pipe(Effect.scoped)
  )

  it.effect("the cache is trusted only while it is proved that notifications arrive", () =>
    Effect.gen(function* () {
      let evictions = 0
      let counts = () => true
      const evicted: Array<string> = []
      const subscribers: Array<Subscriber> = []
      yield* Layer.build(
        SessionEviction.layer.pipe(
          Layer.provide(
            Layer.succeed(Listener, {
              subscribe: (channel, subscriber) => {
                assert.strictEqual(channel, "accounts")
                return Effect.sync(() => void subscribers.push(subscriber))
              }
            })
          ),
          Layer.provide(
            Layer.mock(SessionStore, {
              peek: () => undefined,
              isFresh: () => true,
              trustCacheWhile: (isFresh) =>
                Effect.sync(() => {
                  counts = isFresh
                }),
              evictAll: Effect.sync(() => void evictions++),
              evictUser: (userId) => Effect.sync(() => void evicted.push(userId))
            })
          )
        )
      )
      const [subscriber] = subscribers
      assert.isDefined(subscriber)
      assert.isDefined(subscriber.proved)
      const { proved } = subscriber
      const clock = yield* Clock.Clock
      yield* TestClock.adjust(0)
      assert.strictEqual(evictions, 1)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(evictions, 11)
      // A connection is no proof yet that notifications arrive.
      yield* subscriber.connected
      assert.strictEqual(evictions, 12)
      assert.isFalse(counts())
      yield* TestClock.adjust("500 millis")
      assert.strictEqual(evictions, 13)

      yield* proved(readClock(clock))
      assert.isTrue(counts())
      assert.strictEqual(evictions, 14)
      for (let times = 0; times < 10; times++) {
        const asked = readClock(clock)
        yield* TestClock.adjust("250 millis")
        yield* proved(asked)
        assert.isTrue(counts())
      }
      assert.strictEqual(evictions, 14)

      const id = "00000000-0000-4000-8000-000000000001"
      yield* subscriber.notified(id)
      assert.deepStrictEqual([evicted, evictions], [[id], 14])
      yield* subscriber.notified("not an id")
      assert.deepStrictEqual([evicted, evictions], [[id], 15])

      // The last proof is 250 ms old.
      yield* TestClock.adjust("649 millis")
      assert.isTrue(counts())
      yield* TestClock.adjust("1 millis")
      assert.isFalse(counts())
      // The answer to a check from before a second of silence proves nothing about that second.
      const asked = readClock(clock)
      yield* TestClock.adjust("900 millis")
      yield* proved(asked)
      assert.isFalse(counts())
      const before = evictions
      yield* proved(readClock(clock))
      assert.isTrue(counts())
      assert.strictEqual(evictions, before + 1)

      yield* subscriber.lost
      assert.isFalse(counts())
      assert.strictEqual(evictions, before + 2)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(evictions, before + 12)
    })
  )
})
