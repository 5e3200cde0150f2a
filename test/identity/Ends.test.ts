import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { AccountLog } from "../../src/accounts/log/AccountLog.ts"
import { SessionStore } from "../../src/accounts/sessions/SessionStore.ts"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import type { TokenStore } from "../../src/identity/TokenStore.ts"
import { backends, onEmptyStores } from "../accounts/Backends.ts"
import { addUser } from "../accounts/TestUsers.ts"
import { kinds, type Made } from "./Kinds.ts"

const week = 7 * 24 * 60 * 60 * 1_000

const roleOf = ({ resolve }: Made) => Effect.map(resolve, (identity) => identity?.role ?? null)

type Stores = UserStore | SessionStore | TokenStore | AccountLog

for (const [name, backend] of backends) {
  layer(backend, { excludeTestServices: true })(`What proves who asks, on ${name}`, (it) => {
    for (const kind of kinds) {
      const test = (statement: string, body: () => Effect.Effect<void, unknown, Stores>) =>
        it.effect(`${kind.name}: ${statement}`, () => onEmptyStores(body()))

      test("is cached, and over at its expiry to the millisecond, however much it is used", () =>
        Effect.gen(function* () {
          const made = yield* kind.make(yield* addUser("ada", "editor"))
          assert.isUndefined(made.peek())
          for (let day = 0; day < 7; day++) {
            assert.strictEqual(yield* roleOf(made), "editor")
            assert.strictEqual(made.peek()?.role, "editor")
            if (day < 6) yield* TestClock.adjust("1 days")
          }
          yield* TestClock.setTime(week - 1)
          assert.strictEqual(yield* roleOf(made), "editor")
          assert.strictEqual(yield* made.confirmed, "editor")
          yield* TestClock.setTime(week)
          assert.isNull(yield* roleOf(made))
          assert.isUndefined(made.peek())
          assert.isNull(yield* made.confirmed)
          assert.isUndefined(yield* made.lastUse)
        }))

      test("the other kind does not know it", () =>
        Effect.gen(function* () {
          const ada = yield* addUser("ada")
          const made = yield* kind.make(ada)
          const [one, other] = yield* Effect.all(kinds.map((_) => _.make(ada)))
          assert.isDefined(one)
          assert.isDefined(other)
          assert.notStrictEqual(one.secret, other.secret)
          assert.match(made.secret, kind.name === "token" ? /^strat_[\w-]{43}$/ : /^[\w-]{43}$/)
          assert.strictEqual((yield* made.resolve)?.token?.id, kind.name === "token" ? made.id : undefined)
          assert.strictEqual((yield* made.resolve)?.sessionId, kind.name === "session" ? made.id : undefined)
        }))

      test("is over at once when its user ends it, for it only, and nobody else can", () =>
        Effect.gen(function* () {
          const { page } = yield* AccountLog
          const ada = yield* addUser("ada")
          const bob = yield* addUser("bob")
          const [made, other] = yield* Effect.all([kind.make(ada), kind.make(ada)])
          assert.deepStrictEqual([yield* roleOf(made), yield* roleOf(other)], ["viewer", "viewer"])
          assert.isFalse(yield* made.endFor(bob.id))
          assert.strictEqual(yield* roleOf(made), "viewer")
          assert.isTrue(yield* made.endFor(ada.id))
          assert.deepStrictEqual([yield* roleOf(made), yield* roleOf(other)], [null, "viewer"])
          assert.isUndefined(made.peek())
          assert.isNull(yield* made.confirmed)
          assert.isFalse(yield* made.endFor(ada.id))
          const logged = (yield* page({ limit: 100 })).entries.filter(({ action }) =>
            ["session_ended", "token_revoked"].includes(action)
          )
          assert.deepStrictEqual(
            logged.map(({ action, subjectName, detail }) => [action, subjectName, detail]),
            [kind.name === "token" ? ["token_revoked", "ada", "admin; Report"] : ["session_ended", "ada", "1 session"]]
          )
        }))

      test("an eviction of its user, or of all, makes the next request read its rights again", () =>
        Effect.gen(function* () {
          const users = yield* UserStore
          const { evictAll, evictUser } = yield* SessionStore
          const ada = yield* addUser("ada", "viewer")
          const made = yield* kind.make(ada)
          const other = yield* kind.make(yield* addUser("bob", "viewer"))
          assert.deepStrictEqual([yield* roleOf(made), yield* roleOf(other)], ["viewer", "viewer"])
          yield* users.setRole(ada.id, "editor")
          assert.strictEqual(yield* roleOf(made), "viewer")
          assert.strictEqual(yield* made.confirmed, "editor")
          yield* evictUser(ada.id)
          assert.isUndefined(made.peek())
          assert.isDefined(other.peek())
          assert.strictEqual(yield* roleOf(made), "editor")
          yield* evictAll
          assert.isUndefined(other.peek())
        }))

      test("is over with its user", () =>
        Effect.gen(function* () {
          const users = yield* UserStore
          const { evictUser } = yield* SessionStore
          const ada = yield* addUser("ada")
          const made = yield* kind.make(ada)
          assert.strictEqual(yield* roleOf(made), "viewer")
          yield* users.delete(ada.id)
          yield* evictUser(ada.id)
          assert.isNull(yield* roleOf(made))
          assert.isNull(yield* made.confirmed)
        }))

      test("the cache counts only while the word of other servers is fresh", () =>
        Effect.gen(function* () {
          const { trustCacheWhile } = yield* SessionStore
          let isFresh = true
          yield* trustCacheWhile(() => isFresh)
          const made = yield* kind.make(yield* addUser("ada"))
          assert.strictEqual(yield* roleOf(made), "viewer")
          assert.isDefined(made.peek())
          isFresh = false
          assert.isUndefined(made.peek())
        }))

      test("its latest use only moves forward", () =>
        Effect.gen(function* () {
          yield* TestClock.setTime(1_700_000_000_000)
          const made = yield* kind.make(yield* addUser("ada"))
          const other = yield* kind.make(yield* addUser("bob"))
          const unused = kind.name === "token" ? null : "2023-11-14T22:13:20.000Z"
          assert.strictEqual(yield* made.lastUse, unused)
          yield* TestClock.adjust("1 hour")
          yield* made.touch(1_700_000_060_000)
          yield* made.touch(1_700_000_030_000)
          assert.strictEqual(yield* made.lastUse, "2023-11-14T22:14:20.000Z")
          assert.strictEqual(yield* other.lastUse, unused)
        }))

      test("is purged when expired, in as many batches as needed", () =>
        Effect.gen(function* () {
          assert.strictEqual(yield* kind.purgeExpired, 0)
          const people = yield* Effect.forEach(Array.from({ length: 33 }).keys(), (n) => addUser(`user ${n}`))
          yield* Effect.forEach(people, (user) => Effect.replicateEffect(kind.make(user), 16), { concurrency: 4 })
          yield* TestClock.adjust("1 millis")
          const [ada] = people
          assert.isDefined(ada)
          const later = yield* kind.make(ada)
          yield* TestClock.setTime(week)
          assert.strictEqual(yield* kind.purgeExpired, 33 * 16)
          assert.strictEqual(yield* kind.purgeExpired, 0)
          assert.strictEqual(yield* roleOf(later), "viewer")
        }))
    }
  })
}
