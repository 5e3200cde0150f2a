import { assert, layer } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { sessionLifetime } from "../../src/accounts/sessions/SessionLifetime.ts"
import { SessionStore, UserChanged } from "../../src/accounts/sessions/SessionStore.ts"
import { type UserRecord, UserStore } from "../../src/accounts/users/UserStore.ts"
import { SessionId, type UserId } from "../../src/domain/entities/Ids.ts"
import { backends, onEmptyStores } from "./Backends.ts"
import { addUser } from "./TestUsers.ts"

const week = 7 * 24 * 60 * 60 * 1_000

const roleOf = Effect.fnUntraced(function* (token: Redacted.Redacted) {
  const { resolve } = yield* SessionStore
  return Option.getOrNull(Option.map(yield* resolve(token), ({ role }) => role))
})

const startFor = (user: UserRecord) => SessionStore.use(({ create }) => create(user))

for (const [name, backend] of backends) {
  layer(backend, { excludeTestServices: true })(`SessionStore on ${name}`, (it) => {
    const test = (statement: string, body: () => Effect.Effect<void, unknown, UserStore | SessionStore>) =>
      it.effect(statement, () => onEmptyStores(body()))

    test("the identity has user identifier, username, role, session identifier and expiry", () =>
      Effect.gen(function* () {
        const { resolve } = yield* SessionStore
        yield* TestClock.setTime(1_700_000_000_123)
        const ada = yield* addUser("Ada", "editor")
        const { token, session } = yield* startFor(ada)
        assert.match(Redacted.value(token), /^[A-Za-z0-9_-]{43}$/)
        assert.deepStrictEqual(session, {
          id: session.id,
          userId: ada.id,
          createdAt: 1_700_000_000_123,
          expiresAt: 1_700_000_000_123 + week
        })
        const identity = {
          userId: ada.id,
          username: "Ada",
          displayName: null,
          role: "editor" as const,
          sessionId: session.id,
          expiresAt: session.expiresAt
        }
        assert.deepStrictEqual(yield* resolve(token), Option.some(identity))
        assert.deepStrictEqual(yield* resolve(Redacted.make(Redacted.value(token))), Option.some(identity))
      }))

    test("every session has its own token and identifier", () =>
      Effect.gen(function* () {
        const ada = yield* addUser("ada")
        const sessions = yield* Effect.replicateEffect(startFor(ada), 10)
        assert.strictEqual(new Set(sessions.map(({ token }) => Redacted.value(token))).size, 10)
        assert.strictEqual(new Set(sessions.map(({ session }) => session.id)).size, 10)
      }))

    test("unknown and malformed tokens have no session", () =>
      Effect.gen(function* () {
        const { token } = yield* startFor(yield* addUser("ada"))
        const known = Redacted.value(token)
        for (const other of ["", "x", `${known}A`, known.slice(1), "A".repeat(43), "\u0000".repeat(43), `${known}\n`]) {
          assert.isNull(yield* roleOf(Redacted.make(other)))
        }
      }))

    test("expires 7 days after creation, to the millisecond, however much it is used", () =>
      Effect.gen(function* () {
        const { token } = yield* startFor(yield* addUser("ada"))
        for (let day = 0; day < 7; day++) {
          assert.strictEqual(yield* roleOf(token), "viewer")
          if (day < 6) yield* TestClock.adjust("1 days")
        }
        yield* TestClock.setTime(week - 1)
        assert.strictEqual(yield* roleOf(token), "viewer")
        yield* TestClock.setTime(week)
        assert.isNull(yield* roleOf(token))
      }))

    test("of a clock that was far ahead does not count, but is not lost when the clock is right again", () =>
      Effect.gen(function* () {
        const { confirm, evictAll, purgeExpired } = yield* SessionStore
        yield* TestClock.setTime(4 * week)
        const { token, session } = yield* startFor(yield* addUser("ada"))
        const counts = Effect.gen(function* () {
          yield* evictAll
          const isConfirmed = (yield* confirm([session.id])).has(session.id)
          assert.strictEqual((yield* roleOf(token)) !== null, isConfirmed)
          return isConfirmed
        })
        const seen: Array<boolean> = []
        for (const time of [3 * week, 3 * week - 1, 0, 4 * week]) {
          yield* TestClock.setTime(time)
          assert.strictEqual(yield* purgeExpired, 0)
          seen.push(yield* counts)
        }
        assert.deepStrictEqual(seen, [true, false, false, true])
      }))

    test("expires on time even if it is first read then", () =>
      Effect.gen(function* () {
        const { token } = yield* startFor(yield* addUser("ada"))
        yield* TestClock.adjust(sessionLifetime)
        assert.isNull(yield* roleOf(token))
      }))

    test("after an eviction of the user the next request reads the new role", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        const { evictUser, evictAll } = yield* SessionStore
        const ada = yield* addUser("ada", "viewer")
        const bob = yield* addUser("bob", "viewer")
        const { token } = yield* startFor(ada)
        const other = yield* startFor(bob)
        assert.strictEqual(yield* roleOf(token), "viewer")
        assert.strictEqual(yield* roleOf(other.token), "viewer")
        yield* users.setRole(ada.id, "editor")
        yield* users.setRole(bob.id, "editor")
        yield* evictUser(ada.id)
        assert.strictEqual(yield* roleOf(token), "editor")
        assert.strictEqual(yield* roleOf(other.token), "viewer")
        yield* evictAll
        assert.strictEqual(yield* roleOf(other.token), "editor")
      }))

    test("ending a session takes effect at once, for that session only", () =>
      Effect.gen(function* () {
        const { end } = yield* SessionStore
        const ada = yield* addUser("ada")
        const first = yield* startFor(ada)
        const second = yield* startFor(ada)
        assert.strictEqual(yield* roleOf(first.token), "viewer")
        assert.strictEqual(yield* roleOf(second.token), "viewer")
        yield* end(first.session.id)
        assert.isNull(yield* roleOf(first.token))
        assert.strictEqual(yield* roleOf(second.token), "viewer")
        yield* end(first.session.id)
        yield* end(SessionId.make("00000000-0000-4000-8000-000000000000"))
      }))

    test("all sessions of a user can be ended at once, also except one", () =>
      Effect.gen(function* () {
        const { endAllOf } = yield* SessionStore
        const ada = yield* addUser("ada")
        const tokens = yield* Effect.replicateEffect(startFor(ada), 3)
        const other = yield* startFor(yield* addUser("bob"))
        const roles = Effect.forEach([...tokens, other], ({ token }) => roleOf(token))
        assert.deepStrictEqual(yield* roles, ["viewer", "viewer", "viewer", "viewer"])
        yield* endAllOf(ada.id, { except: tokens[1]?.session.id })
        assert.deepStrictEqual(yield* roles, [null, "viewer", null, "viewer"])
        yield* endAllOf(ada.id)
        assert.deepStrictEqual(yield* roles, [null, null, null, "viewer"])
      }))

    test("deleting a user ends its sessions, once they are evicted", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        const { evictUser } = yield* SessionStore
        const ada = yield* addUser("ada")
        const { token } = yield* startFor(ada)
        assert.strictEqual(yield* roleOf(token), "viewer")
        yield* users.delete(ada.id)
        yield* evictUser(ada.id)
        assert.isNull(yield* roleOf(token))
      }))

    test("no session starts for a user that was deleted or has another password by then", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        const ada = yield* addUser("ada")
        yield* users.setPasswordHash(ada.id, "another")
        assert.instanceOf(yield* Effect.flip(startFor(ada)), UserChanged)
        yield* startFor({ ...ada, passwordHash: "another" })
        yield* users.delete(ada.id)
        assert.instanceOf(yield* Effect.flip(startFor({ ...ada, passwordHash: "another" })), UserChanged)
      }))

    test("confirms valid sessions with their present roles in the store", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        const { confirm, end } = yield* SessionStore
        const ada = yield* addUser("ada", "viewer")
        const bob = yield* addUser("bob", "editor")
        const carl = yield* addUser("carl", "admin")
        const old = yield* startFor(ada)
        yield* TestClock.adjust("1 millis")
        const [ended, unasked, ofAda, ofBob, ofCarl] = yield* Effect.all([ada, ada, ada, bob, carl].map(startFor))
        assert.isDefined(ended)
        assert.isDefined(unasked)
        assert.isDefined(ofAda)
        assert.isDefined(ofBob)
        assert.isDefined(ofCarl)
        const asked = [old, ended, ofAda, ofBob, ofCarl].map(({ session }) => session.id)
        const roles = Effect.map(confirm([SessionId.make("00000000-0000-4000-8000-000000000000"), ...asked]), (alive) =>
          asked.map((id) => alive.get(id) ?? null)
        )
        for (const { token } of [old, ended, ofAda, ofBob, ofCarl]) assert.isNotNull(yield* roleOf(token))
        assert.deepStrictEqual(yield* roles, ["viewer", "viewer", "viewer", "editor", "admin"])
        assert.strictEqual((yield* confirm(asked)).size, 5)
        yield* end(ended.session.id)
        yield* users.setRole(bob.id, "viewer")
        yield* addUser("eve", "admin")
        yield* users.delete(carl.id)
        assert.strictEqual(yield* roleOf(ofBob.token), "editor", "still cached: nobody evicted it")
        assert.deepStrictEqual(yield* roles, ["viewer", null, "viewer", "viewer", null])
        yield* TestClock.setTime(week - 1)
        assert.deepStrictEqual(yield* roles, ["viewer", null, "viewer", "viewer", null])
        yield* TestClock.setTime(week)
        assert.deepStrictEqual(yield* roles, [null, null, "viewer", "viewer", null])
      }))

    test("a watcher is called after each eviction, cached or not, until its scope closes", () =>
      Effect.gen(function* () {
        const { confirm, end, endAllOf, evictAll, evictUser, watch } = yield* SessionStore
        const ada = yield* addUser("ada")
        const bob = yield* addUser("bob")
        const first = (yield* startFor(ada)).session
        const second = (yield* startFor(ada)).session
        const other = (yield* startFor(bob)).session
        const all = [first, second, other]
        const heard: Array<ReadonlyArray<boolean>> = []
        const doubted = (doubt: (session: { readonly userId: UserId; readonly sessionId: SessionId }) => boolean) =>
          all.map(({ id, userId }) => doubt({ userId, sessionId: id }))
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* watch((doubt) => void heard.push(doubted(doubt)))
            yield* evictUser(ada.id)
            yield* end(second.id)
            assert.deepStrictEqual([...(yield* confirm([first.id, second.id])).keys()], [first.id])
            yield* endAllOf(ada.id, { except: first.id })
            yield* evictAll
          })
        )
        yield* evictAll
        assert.deepStrictEqual(heard, [
          [true, true, false],
          [false, true, false],
          [true, true, false],
          [true, true, true]
        ])
      }))

    test("a user was last seen with the latest use of a session, or by the account log; others never were", () =>
      Effect.gen(function* () {
        const { create, endAllOf, lastSeen, touch } = yield* SessionStore
        const seenAt = (userId: UserId) => Effect.map(lastSeen, (seen) => seen.get(userId))
        yield* TestClock.setTime(1_000)
        const [ada, bob] = [yield* addUser("ada"), yield* addUser("bob")]
        yield* TestClock.setTime(2_000)
        const { session } = yield* create(ada)
        assert.strictEqual(yield* seenAt(ada.id), "1970-01-01T00:00:02.000Z")
        yield* touch(new Map([[session.id, 5_000]]))
        assert.strictEqual(yield* seenAt(ada.id), "1970-01-01T00:00:05.000Z")
        yield* endAllOf(ada.id)
        assert.strictEqual(yield* seenAt(ada.id), "1970-01-01T00:00:02.000Z")
        assert.isUndefined(yield* seenAt(bob.id))
        const users = yield* UserStore
        yield* users.delete(ada.id)
        yield* TestClock.setTime(9_000)
        assert.isUndefined(yield* seenAt((yield* addUser("ada")).id))
      }))

    test("any number of sessions is confirmed, in as many batches as needed", () =>
      Effect.gen(function* () {
        const { confirm, end } = yield* SessionStore
        const ada = yield* addUser("ada", "editor")
        assert.deepStrictEqual(yield* confirm([]), new Map())
        const started = yield* Effect.replicateEffect(startFor(ada), 502, { concurrency: 8 })
        const ids = started.map(({ session }) => session.id)
        assert.deepStrictEqual(new Set((yield* confirm(ids)).keys()), new Set(ids))
        const [first, ...others] = ids
        const last = others.pop()
        assert.isDefined(first)
        assert.isDefined(last)
        yield* end(first)
        yield* end(last)
        assert.deepStrictEqual(new Set((yield* confirm(ids)).keys()), new Set(others))
      }))
  })
}
