import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { AccountLog, type CountedEntry } from "../../src/accounts/log/AccountLog.ts"
import { type ActionOrigin, ActionSource } from "../../src/accounts/log/ActionSource.ts"
import { SessionStore } from "../../src/accounts/sessions/SessionStore.ts"
import { Username } from "../../src/accounts/users/Username.ts"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import type { AccountEntry } from "../../src/domain/AccountEntry.ts"
import { backends, onEmptyStores } from "./Backends.ts"
import { addUser, unknownUserId } from "./TestUsers.ts"

const start = 1_700_000_000_000
const beganText = "2023-11-14T22:13:20.000Z"

const source: ActionOrigin = { actorName: "Root", address: "192.0.2.1", requestId: "request 1", detail: null }

const asRoot = Effect.provideService(ActionSource, source)

/** All entries without their ids, oldest first. */
const entries = Effect.map(
  AccountLog.use((accountLog) => accountLog.page({ limit: 500 })),
  (page) => page.entries.toReversed().map(({ id: _, ...entry }) => entry)
)

type Shown = Omit<AccountEntry, "id">

const entry = (action: AccountEntry["action"], subjectName: string | null, more: Partial<Shown> = {}): Shown => ({
  timestamp: beganText,
  lastAt: null,
  actorName: source.actorName,
  subjectName,
  action,
  address: source.address,
  requestId: source.requestId,
  count: 1,
  detail: null,
  ...more
})

const counted = (subjectName: string | null, more: Partial<CountedEntry> = {}): CountedEntry => ({
  ...entry("login_failed", subjectName, { actorName: null }),
  lastAt: beganText,
  countedFrom: start,
  ...more
})

const shown = ({ countedFrom: _, ...rest }: CountedEntry): Shown => rest

/** Sorts by text, since entries counted together may be written in any order. */
const inAnyOrder = (all: ReadonlyArray<Shown>): ReadonlyArray<Shown> =>
  all.toSorted((one, other) =>
    JSON.stringify([one.subjectName, one]) < JSON.stringify([other.subjectName, other]) ? -1 : 1
  )

const userNames = ["Ada", "bob", "carl", "ada"]

/** Adds one `unlocked` entry per name. */
const unlock = (names: ReadonlyArray<string>) =>
  AccountLog.use(({ recording }) =>
    recording(
      Effect.succeed({
        value: undefined,
        entries: names.map((subjectName) => ({ action: "unlocked" as const, subjectName }))
      })
    )
  )

for (const [name, backend] of backends) {
  layer(backend, { excludeTestServices: true })(`AccountLog on ${name}`, (it) => {
    const test = (statement: string, body: () => Effect.Effect<void, unknown, AccountLog | UserStore | SessionStore>) =>
      it.effect(statement, () => onEmptyStores(Effect.andThen(TestClock.setTime(start), body())))

    test("records each change of a user with its actor and address", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        yield* Effect.gen(function* () {
          const ada = yield* addUser("Ada", "viewer")
          yield* users.setRole(ada.id, "admin")
          yield* users.setPasswordHash(ada.id, "other")
          yield* users.setPasswordHash(ada.id, "another", "password_changed")
          yield* users.setDisplayName(ada.id, "Ada of the provider")
          for (const _ of [1, 2]) yield* users.setDisplayName(ada.id, "Ada of her own", "profile_changed")
          yield* addUser("bob", "admin")
          yield* users.delete(ada.id)
        }).pipe(asRoot)
        assert.deepStrictEqual(yield* entries, [
          entry("user_created", "Ada", { detail: "viewer" }),
          entry("role_changed", "Ada", { detail: "viewer to admin" }),
          entry("password_reset", "Ada"),
          entry("password_changed", "Ada"),
          entry("profile_changed", "Ada"),
          entry("user_created", "bob", { detail: "admin" }),
          entry("user_deleted", "Ada")
        ])
      }))

    test("has no actor and address without a source; a source's detail is added to the entry's own", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        yield* users.createFirst({ username: Username.make("Ada"), role: "admin", passwordHash: "hash" })
        yield* addUser("bob").pipe(Effect.provideService(ActionSource, { ...source, detail: "script" }))
        const without = { actorName: null, address: null, requestId: null }
        assert.deepStrictEqual(yield* entries, [
          entry("user_created", "Ada", { ...without, detail: "admin" }),
          entry("user_created", "bob", { detail: "viewer; script" })
        ])
      }))

    test("records nothing that was refused or changed nothing", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        const sessions = yield* SessionStore
        const ada = yield* addUser("Ada", "admin")
        const before = yield* entries
        yield* Effect.flip(addUser("ADA"))
        yield* users.createFirst({ username: Username.make("bob"), role: "admin", passwordHash: "hash" })
        yield* users.setRole(ada.id, "admin")
        yield* Effect.flip(users.setRole(ada.id, "viewer"))
        yield* Effect.flip(users.delete(ada.id))
        yield* Effect.flip(users.setRole(unknownUserId, "viewer"))
        yield* Effect.flip(users.setPasswordHash(unknownUserId, "hash"))
        yield* Effect.flip(users.delete(unknownUserId))
        yield* Effect.flip(sessions.create({ ...ada, passwordHash: "other" }))
        const { session } = yield* sessions.create(ada)
        yield* sessions.end(session.id)
        yield* sessions.end(session.id)
        const actions = (yield* entries).slice(before.length).map(({ action }) => action)
        assert.deepStrictEqual(actions, ["login", "logout"])
      }))

    test("a change that fails at the end leaves neither an entry nor a change", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        const fields = { username: Username.make("Ada"), role: "admin", passwordHash: "hash" } as const
        assert.strictEqual(yield* Effect.flip(users.createFirst(fields, () => Effect.fail("no room"))), "no room")
        assert.isTrue(yield* users.isEmpty)
        assert.deepStrictEqual(yield* entries, [])
      }))

    test("records the beginning and the end of sessions; the end of a replaced one together with the login", () =>
      Effect.gen(function* () {
        const sessions = yield* SessionStore
        const ada = yield* addUser("Ada")
        const bob = yield* addUser("bob")
        const before = (yield* entries).length
        const first = yield* sessions.create(ada)
        const second = yield* sessions.create(ada, first.token)
        yield* sessions.create(bob, second.token)
        yield* sessions.create(bob, second.token)
        yield* sessions.create(bob, Redacted.make("malformed"))
        yield* sessions.end((yield* sessions.create(bob)).session.id)
        const from = { address: null, requestId: null }
        const login = (username: string) => entry("login", username, { ...from, actorName: username })
        assert.deepStrictEqual((yield* entries).slice(before), [
          login("Ada"),
          entry("logout", "Ada", { ...from, actorName: "Ada", detail: "replaced" }),
          login("Ada"),
          entry("logout", "Ada", { ...from, actorName: "bob", detail: "replaced" }),
          login("bob"),
          login("bob"),
          login("bob"),
          login("bob"),
          entry("logout", "bob", { ...from, actorName: null })
        ])
      }))

    test("adds counts to the entry of the same action, name and time", () =>
      Effect.gen(function* () {
        const { count } = yield* AccountLog
        yield* count([])
        yield* count([counted("Ada", { count: 2 }), counted("bob"), counted(null, { count: 7, detail: "other names" })])
        const later = "2023-11-14T22:13:29.000Z"
        yield* count([
          counted("bob", { countedFrom: start + 60_000 }),
          counted("ADA", { count: 3, timestamp: later, lastAt: later, requestId: "request 2" }),
          counted("bob", { action: "locked" }),
          counted(null, { count: 100, detail: "other names" })
        ])
        const expected = [
          shown(counted("Ada", { count: 5, lastAt: later })),
          shown(counted("bob")),
          shown(counted(null, { count: 107, detail: "other names" })),
          shown(counted("bob", { action: "locked" })),
          shown(counted("bob"))
        ]
        assert.deepStrictEqual(inAnyOrder(yield* entries), inAnyOrder(expected))
      }))

    test("says once that attempts came from several addresses, and keeps the first address", () =>
      Effect.gen(function* () {
        const { count } = yield* AccountLog
        for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3"]) {
          yield* count([counted("Ada", { address }), counted(null, { address, detail: "other names" })])
        }
        assert.deepStrictEqual(inAnyOrder(yield* entries), [
          shown(counted("Ada", { count: 4, detail: "several addresses" })),
          shown(counted(null, { count: 4, detail: "other names; several addresses" }))
        ])
      }))

    test("loses no count that many servers add concurrently", () =>
      Effect.gen(function* () {
        const { count } = yield* AccountLog
        const both = [counted("Ada"), counted("bob")]
        yield* Effect.all(
          Array.from({ length: 20 }, (_, index) => count(index % 2 === 0 ? both : both.toReversed())),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(
          (yield* entries).map(({ subjectName, count }) => [subjectName, count]),
          [
            ["Ada", 20],
            ["bob", 20]
          ]
        )
      }))

    test("has pages, newest first, without gap or repetition, of all entries and of one name", () =>
      Effect.gen(function* () {
        const { page } = yield* AccountLog
        const made = Array.from({ length: 23 }, (_, index) => userNames[index % 4] ?? "")
        yield* unlock(made.slice(0, 12)).pipe(asRoot)
        yield* unlock(made.slice(12)).pipe(Effect.provideService(ActionSource, { ...source, actorName: "BOB" }))
        const all = (yield* page({ limit: 500 })).entries
        assert.deepStrictEqual(all.map(({ subjectName }) => subjectName).toReversed(), made)
        const ids = all.map(({ id }) => id)
        assert.deepStrictEqual(
          ids,
          ids.toSorted((one, other) => other - one)
        )
        for (const username of [undefined, "ada", "BOB", "Root", "carl", "nobody"]) {
          const key = username?.toLowerCase()
          const wanted = all.filter(
            ({ actorName, subjectName }) =>
              key === undefined || actorName?.toLowerCase() === key || subjectName?.toLowerCase() === key
          )
          for (const limit of [1, 4, wanted.length, 500]) {
            const read: Array<AccountEntry> = []
            let before: number | null | undefined
            while (before !== null && limit > 0) {
              const part = yield* page({
                before,
                limit,
                username: username === undefined ? undefined : Username.make(username)
              })
              assert.isAtMost(part.entries.length, limit)
              assert.strictEqual(part.nextBefore === null, read.length + part.entries.length === wanted.length)
              read.push(...part.entries)
              before = part.nextBefore
            }
            if (limit > 0) assert.deepStrictEqual(read, wanted)
          }
        }
      }))

    test("has pages in order of time, whatever the order in which servers write, with every entry once", () =>
      Effect.gen(function* () {
        const { count, entriesAfter, page } = yield* AccountLog
        const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString()
        const seconds = [5, 3, 9, 3, 0, 9, 3, 7]
        for (const [index, second] of seconds.entries()) {
          const time = { timestamp: at(second), lastAt: at(second) }
          yield* count([counted("Ada", { ...time, countedFrom: index }), counted(`x ${index}`, time)])
        }
        const all = (yield* page({ limit: 500 })).entries
        assert.lengthOf(all, 16)
        const key = ({ timestamp, id }: AccountEntry) => `${timestamp} ${String(id).padStart(20, "0")}`
        assert.deepStrictEqual(all.map(key), all.map(key).toSorted().toReversed())
        for (const username of [undefined, Username.make("ada")]) {
          const wanted = all.filter(({ subjectName }) => username === undefined || subjectName === "Ada")
          for (const limit of [1, 3, 500]) {
            const read: Array<AccountEntry> = []
            let before: number | null | undefined
            while (before !== null) {
              const part = yield* page({ before, limit, username })
              read.push(...part.entries)
              before = part.nextBefore
            }
            assert.deepStrictEqual(read, wanted)
          }
        }
        const byId = all.toSorted((one, other) => one.id - other.id)
        assert.deepStrictEqual(yield* entriesAfter(0, 500), byId)
        assert.deepStrictEqual(yield* entriesAfter(byId[2]?.id ?? 0, 4), byId.slice(3, 7))
      }))

    test("has the first and the last time of what it counts, whichever server writes first", () =>
      Effect.gen(function* () {
        const { count } = yield* AccountLog
        const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString()
        for (const [first, last] of [
          [4, 5],
          [1, 2],
          [3, 9],
          [2, 8]
        ] as const) {
          yield* count([counted("Ada", { timestamp: at(first), lastAt: at(last) })])
        }
        assert.deepStrictEqual(yield* entries, [shown(counted("Ada", { count: 4, timestamp: at(1), lastAt: at(9) }))])
      }))

    test("returns the entries after an id that lift a lock: names unlocked, and passwords reset", () =>
      Effect.gen(function* () {
        const { latestId, unlockedAfter } = yield* AccountLog
        const { setPasswordHash } = yield* UserStore
        const start = yield* latestId
        yield* unlock(["Ada"])
        const bob = yield* addUser("bob")
        yield* setPasswordHash(bob.id, "reset", "password_reset")
        yield* setPasswordHash(bob.id, "changed", "password_changed")
        const middle = yield* latestId
        yield* unlock(["bob", "carl"])
        const names = (all: ReadonlyArray<AccountEntry>) => all.map(({ subjectName }) => subjectName)
        assert.deepStrictEqual(names(yield* unlockedAfter(start)), ["Ada", "bob", "bob", "carl"])
        assert.deepStrictEqual(names(yield* unlockedAfter(middle)), ["bob", "carl"])
        assert.deepStrictEqual(yield* unlockedAfter(yield* latestId), [])
      }))

    test("purges exactly the entries that are too old, in as many batches as needed", () =>
      Effect.gen(function* () {
        const { count, purge, page } = yield* AccountLog
        assert.strictEqual(yield* purge(start), 0)
        const old = (index: number) => counted(`name ${index}`, { countedFrom: index })
        yield* count(Array.from({ length: 2_100 }, (_, index) => old(index)))
        yield* TestClock.adjust("1 millis")
        yield* addUser("Ada")
        assert.strictEqual(yield* purge(start), 0)
        assert.strictEqual(yield* purge(start + 1), 2_100)
        assert.deepStrictEqual(
          (yield* page({ limit: 500 })).entries.map(({ subjectName }) => subjectName),
          ["Ada"]
        )
      }))
  })
}
