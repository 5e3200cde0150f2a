import { assert, describe, it } from "@effect/vitest"
import { Effect, Latch, Layer, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import { AccountLog } from "../../src/accounts/log/AccountLog.ts"
import { SessionStore } from "../../src/accounts/sessions/SessionStore.ts"
import { type UserRecord, UserStore } from "../../src/accounts/users/UserStore.ts"
import type { Identity } from "../../src/domain/Identity.ts"
import { StorageError } from "../../src/domain/StorageError.ts"
import * as StreamSessions from "../../src/http/stream/StreamSessions.ts"
import { Credentials } from "../../src/identity/Credentials.ts"
import { TokenStore } from "../../src/identity/TokenStore.ts"
import { Broadcaster } from "../../src/live/Broadcaster.ts"
import * as TestRandom from "../accounts/TestRandom.ts"
import { addUser } from "../accounts/TestUsers.ts"

/** The streams of a server, which the test opens and `StreamSessions` ends. */
const makeStreams = () => {
  const open = new Map<string, Identity>()
  const shown = { may: (_subscriber: Identity) => true, times: 0 }
  return {
    /** Whether events may be shown to a subscriber now, and how often events that were held back have been released. */
    shown,
    open: (name: string, subscriber: Identity) => void open.set(name, subscriber),
    close: (name: string) => void open.delete(name),
    names: () => [...open.keys()],
    layer: Layer.mock(Broadcaster, {
      awaitStream: Effect.void,
      sendOnlyWhile: (predicate) =>
        Effect.sync(() => {
          shown.may = predicate
        }),
      sendHeldBack: Effect.sync(() => void shown.times++),
      subscribers: Effect.sync(() => [...open.values()]),
      endStreams: (matches) =>
        Effect.sync(() => {
          for (const [name, subscriber] of open) if (matches(subscriber)) open.delete(name)
        })
    })
  }
}

/** The store answers from its state when the gate is open, and fails while `failure` is set. */
interface Store {
  failure: Effect.Effect<never, StorageError> | undefined
  readonly gate: Latch.Latch
  /** The number of sessions in each call of `confirm`. */
  readonly asked: Array<number>
}

const watched = (store: Store) =>
  Layer.effect(
    SessionStore,
    SessionStore.use((sessions) =>
      Effect.succeed(
        SessionStore.of({
          ...sessions,
          confirm: Effect.fnUntraced(function* (ids) {
            store.asked.push(ids.length)
            if (store.failure !== undefined) return yield* store.failure
            const roles = yield* sessions.confirm(ids)
            yield* store.gate.await
            return roles
          })
        })
      )
    )
  ).pipe(
    Layer.provide(SessionStore.layerMemory),
    Layer.provideMerge(UserStore.layerMemory),
    Layer.provide(AccountLog.layerMemory),
    Layer.provide(TestRandom.layer)
  )

interface World {
  readonly streams: ReturnType<typeof makeStreams>
  readonly store: Store
  readonly logged: ReadonlyArray<unknown>
}

const inWorld = (body: (world: World) => Effect.Effect<void, unknown, SessionStore | UserStore>) =>
  Effect.gen(function* () {
    const streams = makeStreams()
    const store: Store = { failure: undefined, gate: yield* Latch.make(true), asked: [] }
    const logged: Array<unknown> = []
    const logger = Logger.make(({ message }) => void logged.push(message))
    const layer = StreamSessions.layer.pipe(
      Layer.provide([streams.layer, Credentials.layer]),
      Layer.provide(Layer.mock(TokenStore, { peek: () => undefined })),
      Layer.provideMerge(watched(store)),
      Layer.provide(Logger.layer([logger]))
    )
    yield* Effect.provide(body({ streams, store, logged }), layer)
  })

/** Makes a session of the user; gives its identity. */
const signIn = Effect.fnUntraced(function* (user: UserRecord) {
  const sessions = yield* SessionStore
  const { token } = yield* sessions.create(user)
  return Option.getOrThrow(yield* sessions.resolve(token))
})

const minute = TestClock.adjust("1 minute")
const atOnce = TestClock.adjust("20 millis")
const sweep = TestClock.adjust("520 millis")

/** Ada has two sessions with three streams, Bob has one; all of them have been checked. */
const meeting = Effect.fnUntraced(function* ({ streams }: World) {
  const ada = yield* addUser("ada", "editor")
  const bob = yield* addUser("bob", "editor")
  const first = yield* signIn(ada)
  const second = yield* signIn(ada)
  const other = yield* signIn(bob)
  streams.open("ada 1", first)
  streams.open("ada 1 again", { ...first })
  streams.open("ada 2", second)
  streams.open("bob", other)
  yield* sweep
  return { ada, bob, first, second, other }
})

describe("StreamSessions", () => {
  it.effect("a logout ends the streams of that session at once", () =>
    inWorld(
      Effect.fnUntraced(function* (world) {
        const { end } = yield* SessionStore
        const { first } = yield* meeting(world)
        yield* end(first.sessionId)
        yield* atOnce
        assert.deepStrictEqual(world.streams.names(), ["ada 2", "bob"])
      })
    )
  )

  it.effect("the deletion of a user ends all its streams at once", () =>
    inWorld(
      Effect.fnUntraced(function* (world) {
        const { evictUser } = yield* SessionStore
        const users = yield* UserStore
        const { ada } = yield* meeting(world)
        yield* users.delete(ada.id)
        yield* evictUser(ada.id)
        yield* atOnce
        assert.deepStrictEqual(world.streams.names(), ["bob"])
      })
    )
  )

  it.effect("a new password ends the streams of the user's other sessions at once", () =>
    inWorld(
      Effect.fnUntraced(function* (world) {
        const { endAllOf } = yield* SessionStore
        const { ada, second } = yield* meeting(world)
        yield* endAllOf(ada.id, { except: second.sessionId })
        yield* atOnce
        assert.deepStrictEqual(world.streams.names(), ["ada 2", "bob"])
      })
    )
  )

  it.effect.each(["viewer", "admin"] as const)("a role changed to %s ends the user's streams at once", (role) =>
    inWorld(
      Effect.fnUntraced(function* (world) {
        const { evictUser } = yield* SessionStore
        const users = yield* UserStore
        const { ada } = yield* meeting(world)
        yield* users.setRole(ada.id, role)
        yield* evictUser(ada.id)
        yield* atOnce
        assert.deepStrictEqual(world.streams.names(), ["bob"])
      })
    )
  )

  it.effect("an eviction without an ended session ends no stream", () =>
    inWorld(
      Effect.fnUntraced(function* (world) {
        const { evictAll, evictUser } = yield* SessionStore
        const { ada } = yield* meeting(world)
        const before = world.store.asked.length
        yield* evictUser(ada.id)
        yield* minute
        yield* evictAll
        yield* minute
        assert.deepStrictEqual(world.streams.names(), ["ada 1", "ada 1 again", "ada 2", "bob"])
        assert.deepStrictEqual(world.store.asked.slice(before), [2, 3])
      })
    )
  )

  it.effect("a stream opened while its session ends is ended within a second", () =>
    inWorld(
      Effect.fnUntraced(function* ({ streams }) {
        const { end } = yield* SessionStore
        const ada = yield* signIn(yield* addUser("ada"))
        yield* end(ada.sessionId)
        yield* minute
        streams.open("late", ada)
        yield* sweep
        assert.deepStrictEqual(streams.names(), [])
      })
    )
  )

  it.effect(
    "a stream opened after its session ended, with an earlier stream's identity object, is ended within a second",
    () =>
      inWorld(
        Effect.fnUntraced(function* ({ streams }) {
          const { end } = yield* SessionStore
          const ada = yield* signIn(yield* addUser("ada"))
          streams.open("early", ada)
          yield* sweep
          streams.close("early")
          yield* end(ada.sessionId)
          yield* atOnce
          streams.open("late", ada)
          yield* sweep
          assert.deepStrictEqual(streams.names(), [])
        })
      )
  )

  it.effect("a stream opened with a role that has changed is ended within a second", () =>
    inWorld(
      Effect.fnUntraced(function* ({ streams }) {
        const { evictUser } = yield* SessionStore
        const users = yield* UserStore
        const user = yield* addUser("ada", "editor")
        const ada = yield* signIn(user)
        yield* users.setRole(user.id, "viewer")
        yield* evictUser(user.id)
        yield* minute
        streams.open("late", ada)
        streams.open("anew", { ...ada, role: "viewer" })
        yield* sweep
        assert.deepStrictEqual(streams.names(), ["anew"])
      })
    )
  )

  it.effect("a session that ends during its check is checked again", () =>
    inWorld(
      Effect.fnUntraced(function* ({ streams, store }) {
        const { end } = yield* SessionStore
        const ada = yield* signIn(yield* addUser("ada"))
        yield* store.gate.close
        streams.open("ada", ada)
        yield* sweep
        assert.deepStrictEqual(store.asked, [1])
        yield* end(ada.sessionId)
        yield* store.gate.open
        yield* atOnce
        assert.deepStrictEqual(store.asked, [1, 1])
        assert.deepStrictEqual(streams.names(), [])
      })
    )
  )

  it.effect("a stream ends at most 500 ms after its session's expiry, and not before", () =>
    inWorld(
      Effect.fnUntraced(function* ({ streams }) {
        const ada = yield* signIn(yield* addUser("ada"))
        for (const expiresAt of [60_000, 60_250, 60_500, 61_000]) streams.open(`${expiresAt}`, { ...ada, expiresAt })
        yield* TestClock.setTime(59_999)
        assert.deepStrictEqual(streams.names(), ["60000", "60250", "60500", "61000"])
        yield* TestClock.setTime(60_500)
        assert.deepStrictEqual(streams.names(), ["61000"])
        yield* TestClock.setTime(61_500)
        assert.deepStrictEqual(streams.names(), [])
      })
    )
  )

  it.effect("streams stay while the store cannot be read, and ended ones are closed as soon as it can", () =>
    inWorld(
      Effect.fnUntraced(function* (world) {
        const { streams, store, logged } = world
        const { end, evictAll } = yield* SessionStore
        const { first } = yield* meeting(world)
        const all = streams.names()
        store.failure = Effect.fail(new StorageError({ operation: "test", unavailable: true, cause: null }))
        yield* end(first.sessionId)
        yield* minute
        yield* evictAll
        yield* minute
        assert.deepStrictEqual(streams.names(), all)
        assert.deepStrictEqual(logged, [["Could not check which streams must end."]])
        store.failure = undefined
        yield* sweep
        assert.deepStrictEqual(streams.names(), ["ada 2", "bob"])
        store.failure = Effect.die("defect")
        yield* evictAll
        yield* minute
        assert.lengthOf(logged, 2)
        assert.deepStrictEqual(streams.names(), ["ada 2", "bob"])
      })
    )
  )

  it.effect("a store that hangs and cannot be interrupted is asked again, and does not delay expiry", () =>
    inWorld(
      Effect.fnUntraced(function* (world) {
        const { streams, store } = world
        const { end } = yield* SessionStore
        const { first, other } = yield* meeting(world)
        store.failure = Effect.andThen(Effect.uninterruptible(Effect.sleep("10 seconds")), Effect.never)
        yield* end(first.sessionId)
        yield* atOnce
        streams.open("expiring", { ...other, expiresAt: 1_500 })
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(streams.names(), ["ada 1", "ada 1 again", "ada 2", "bob"])
        store.failure = undefined
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(streams.names(), ["ada 2", "bob"])
        yield* minute
      })
    )
  )

  it.effect("the store is not asked while nothing has happened", () =>
    inWorld(
      Effect.fnUntraced(function* ({ streams, store }) {
        const { evictUser } = yield* SessionStore
        const ada = yield* addUser("ada")
        const identity = yield* signIn(ada)
        const bob = yield* signIn(yield* addUser("bob"))
        for (let n = 0; n < 1_000; n++) streams.open(`ada ${n}`, { ...identity })
        streams.open("bob", bob)
        yield* TestClock.adjust("10 minutes")
        assert.deepStrictEqual(store.asked, [2])
        streams.open("ada", identity)
        yield* TestClock.adjust("10 minutes")
        assert.deepStrictEqual(store.asked, [2, 1])
        for (let n = 0; n < 50; n++) yield* evictUser(ada.id)
        yield* TestClock.adjust("10 minutes")
        assert.deepStrictEqual(store.asked, [2, 1, 1])
        assert.lengthOf(streams.names(), 1_002)
      })
    )
  )

  it.effect("a thousand sessions that end at once are checked together", () =>
    inWorld(
      Effect.fnUntraced(function* ({ streams, store }) {
        const { end } = yield* SessionStore
        const ada = yield* addUser("ada")
        const identities = yield* Effect.replicateEffect(signIn(ada), 1_001)
        for (const [n, identity] of identities.entries()) streams.open(`ada ${n}`, identity)
        yield* sweep
        yield* store.gate.close
        for (const { sessionId } of identities.slice(1)) yield* end(sessionId)
        yield* atOnce
        yield* store.gate.open
        yield* TestClock.adjust("100 millis")
        assert.deepStrictEqual(streams.names(), ["ada 0"])
        assert.isAtMost(store.asked.length, 4)
      })
    )
  )

  it.effect("a stream in doubt gets no events, from the end of its session on and before the store is asked", () =>
    inWorld(
      Effect.fnUntraced(function* (world) {
        const { streams, store } = world
        const { end, endAllOf } = yield* SessionStore
        const { ada, first, second, other } = yield* meeting(world)
        const maySend = () => [first, second, other].map((subscriber) => streams.shown.may(subscriber))
        assert.deepStrictEqual(maySend(), [true, true, true])
        yield* store.gate.close
        yield* end(first.sessionId)
        assert.deepStrictEqual(maySend(), [false, true, true])
        yield* atOnce
        yield* endAllOf(ada.id, { except: second.sessionId })
        assert.deepStrictEqual(maySend(), [false, false, true])
        const before = streams.shown.times
        yield* store.gate.open
        yield* atOnce
        assert.deepStrictEqual(streams.names(), ["ada 2", "bob"])
        assert.deepStrictEqual(maySend(), [false, true, true])
        assert.isAbove(streams.shown.times, before)
      })
    )
  )

  it.effect("more changes than are remembered one by one put every stream in doubt", () =>
    inWorld(
      Effect.fnUntraced(function* (world) {
        const { streams, store } = world
        const { evictUser } = yield* SessionStore
        const { ada, first, other } = yield* meeting(world)
        yield* store.gate.close
        for (let n = 0; n < 65; n++) yield* evictUser(ada.id)
        assert.deepStrictEqual(
          [first, other].map((subscriber) => streams.shown.may(subscriber)),
          [false, false]
        )
        yield* store.gate.open
        yield* sweep
        assert.deepStrictEqual(
          [first, other].map((subscriber) => streams.shown.may(subscriber)),
          [true, true]
        )
      })
    )
  )

  it.effect("a new stream gets its first event as soon as its session is checked, and never if it has ended", () =>
    inWorld(
      Effect.fnUntraced(function* (world) {
        const { streams } = world
        const { end } = yield* SessionStore
        const { bob } = yield* meeting(world)
        const [valid, ended] = [yield* signIn(bob), yield* signIn(bob)]
        yield* end(ended.sessionId)
        yield* sweep
        streams.open("valid", valid)
        streams.open("ended", ended)
        assert.deepStrictEqual(
          [valid, ended].map((subscriber) => streams.shown.may(subscriber)),
          [false, false]
        )
        yield* atOnce
        assert.deepStrictEqual(
          [valid, ended].map((subscriber) => streams.shown.may(subscriber)),
          [true, false]
        )
        assert.deepStrictEqual(streams.names(), ["ada 1", "ada 1 again", "ada 2", "bob", "valid"])
      })
    )
  )

  it.effect("events are held back while other servers are not heard, until all streams have been checked", () =>
    inWorld(
      Effect.fnUntraced(function* (world) {
        const { streams, store } = world
        const sessions = yield* SessionStore
        const { ada, other } = yield* meeting(world)
        const before = streams.shown.times
        let isFresh = true
        yield* sessions.trustCacheWhile(() => isFresh)
        assert.isTrue(streams.shown.may(other))

        // The process was suspended for a while, and another server has deleted Ada.
        yield* minute
        isFresh = false
        assert.isFalse(streams.shown.may(other))
        yield* UserStore.use((users) => users.delete(ada.id))
        // Other servers are heard again; Ada's streams have not been checked yet.
        yield* store.gate.close
        yield* sessions.evictAll
        isFresh = true
        yield* atOnce
        assert.isFalse(streams.shown.may(other))
        assert.deepStrictEqual(streams.names(), ["ada 1", "ada 1 again", "ada 2", "bob"])
        assert.strictEqual(streams.shown.times, before)
        yield* store.gate.open
        yield* atOnce
        assert.deepStrictEqual(streams.names(), ["bob"])
        assert.isTrue(streams.shown.may(other))
        assert.strictEqual(streams.shown.times, before + 1)
      })
    )
  )

  it.effect("a check of only some streams that is in progress meanwhile does not release events", () =>
    inWorld(
      Effect.fnUntraced(function* (world) {
        const { streams, store } = world
        const sessions = yield* SessionStore
        const { ada, bob, other } = yield* meeting(world)
        yield* sessions.trustCacheWhile(() => true)
        yield* minute
        yield* store.gate.close
        yield* sessions.evictUser(bob.id)
        yield* atOnce
        yield* UserStore.use((users) => users.delete(ada.id))
        yield* sessions.evictAll
        yield* store.gate.open
        yield* Effect.repeat(Effect.yieldNow, { times: 50 })
        assert.deepStrictEqual(store.asked.at(-1), 1)
        assert.isFalse(streams.shown.may(other))
        yield* atOnce
        assert.deepStrictEqual(streams.names(), ["bob"])
        assert.isTrue(streams.shown.may(other))
      })
    )
  )

  it.effect("events are sent while other servers are not heard, as long as all streams are checked in time", () =>
    inWorld(
      Effect.fnUntraced(function* (world) {
        const { streams, store } = world
        const sessions = yield* SessionStore
        const { other } = yield* meeting(world)
        yield* sessions.trustCacheWhile(() => false)
        for (let times = 0; times < 5; times++) {
          yield* sessions.evictAll
          yield* TestClock.adjust("500 millis")
          assert.isTrue(streams.shown.may(other))
        }
        store.failure = Effect.fail(new StorageError({ operation: "confirm", unavailable: true, cause: "away" }))
        yield* sessions.evictAll
        yield* TestClock.adjust("1 second")
        assert.isFalse(streams.shown.may(other))
        store.failure = undefined
        yield* sweep
        assert.isTrue(streams.shown.may(other))
      })
    )
  )
})
