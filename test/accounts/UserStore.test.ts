import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { IdentityTaken } from "../../src/accounts/company/CompanyIdentity.ts"
import { AccountLog } from "../../src/accounts/log/AccountLog.ts"
import { Username } from "../../src/accounts/users/Username.ts"
import { LastAdmin, UserNotFound, UsernameTaken, UserStore } from "../../src/accounts/users/UserStore.ts"
import { backends, onEmptyStores } from "./Backends.ts"
import { addUser, names, sortedOutcomes, unknownUserId } from "./TestUsers.ts"

for (const [name, backend] of backends) {
  layer(backend, { excludeTestServices: true })(`UserStore on ${name}`, (it) => {
    const test = (statement: string, body: () => Effect.Effect<void, unknown, UserStore | AccountLog>) =>
      it.effect(statement, () => onEmptyStores(body()))

    test("is empty until the first user is created", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        assert.isTrue(yield* users.isEmpty)
        assert.deepStrictEqual(yield* users.list, [])
        yield* addUser("ada")
        assert.isFalse(yield* users.isEmpty)
      }))

    test("finds a user by id, and by name without regard to case", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        yield* TestClock.setTime(1_700_000_000_123)
        const ada = yield* addUser("Ada Straße 🔑", "editor", "AQAA+/==")
        assert.match(ada.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        assert.deepStrictEqual(ada, {
          id: ada.id,
          username: Username.make("Ada Straße 🔑"),
          role: "editor",
          displayName: null,
          passwordHash: "AQAA+/==",
          createdAt: "2023-11-14T22:13:20.123Z"
        })
        assert.deepStrictEqual(yield* users.findById(ada.id), Option.some(ada))
        assert.deepStrictEqual(yield* users.findByUsername(Username.make("ADA STRASSE 🔑")), Option.some(ada))
        assert.deepStrictEqual(yield* users.findByUsername(Username.make("Ada")), Option.none())
        assert.deepStrictEqual(yield* users.findById(unknownUserId), Option.none())
      }))

    test("a user with a name that is refused today is found, listed and deleted like any other", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        const old = yield* addUser("bo\u200bb")
        const bob = yield* addUser("bob")
        assert.deepStrictEqual(yield* users.findByUsername("BO\u200bB"), Option.some(old))
        assert.deepStrictEqual(yield* users.findByUsername("bob"), Option.some(bob))
        assert.sameDeepMembers([...(yield* users.list)], [old, bob])
        yield* users.delete(old.id)
        assert.deepStrictEqual(yield* users.list, [bob])
      }))

    test("any text may be looked up; one that no database stores finds nobody", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        yield* addUser("ada")
        const marks = `a${"\u0301".repeat(15_500)}${"\u0316".repeat(15_500)}`
        for (const text of ["", "ada\u0000", "ada\ud800", "x".repeat(60_000), marks]) {
          assert.deepStrictEqual(yield* users.findByUsername(text), Option.none())
        }
      }))

    test("usernames are unique without regard to case", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        const ada = yield* addUser("Ada", "admin")
        assert.instanceOf(yield* Effect.flip(addUser("aDA")), UsernameTaken)
        assert.deepStrictEqual(yield* users.list, [ada])
      }))

    test("of concurrent creations of one name exactly one succeeds", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        const tags = yield* sortedOutcomes(["ada", "ADA", "Ada", "adA"].map((name) => addUser(name)))
        assert.deepStrictEqual(tags, ["UsernameTaken", "UsernameTaken", "UsernameTaken", "done"])
        assert.strictEqual((yield* users.list).length, 1)
      }))

    const identity = { issuer: "https://login.example.org/", subject: "s-1" }
    const newUser = (name: string) => ({ username: Username.make(name), role: "viewer", passwordHash: "" }) as const

    test("a user is created with an identity, both or neither, and found by it", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        assert.deepStrictEqual(yield* users.findByIdentity(identity), Option.none())
        const ada = yield* users.createWithIdentity(newUser("ada"), identity)
        assert.deepStrictEqual(yield* users.findByIdentity(identity), Option.some(ada))
        for (const other of [
          { ...identity, subject: "s-2" },
          { ...identity, issuer: "https://other.example.org/" }
        ]) {
          assert.deepStrictEqual(yield* users.findByIdentity(other), Option.none())
        }
        assert.instanceOf(yield* Effect.flip(users.createWithIdentity(newUser("bob"), identity)), IdentityTaken)
        const taken = yield* Effect.flip(users.createWithIdentity(newUser("ADA"), { ...identity, subject: "s-2" }))
        assert.instanceOf(taken, UsernameTaken)
        assert.deepStrictEqual(yield* users.list, [ada])
        assert.deepStrictEqual(yield* users.identities, [{ userId: ada.id, ...identity }])
        const entries = (yield* AccountLog.use(({ entriesAfter }) => entriesAfter(0, 10))).map(({ action }) => action)
        assert.deepStrictEqual(entries, ["user_created"])
      }))

    test("of concurrent first sign-ins of one identity exactly one makes a user", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        const tags = yield* sortedOutcomes(
          ["ada", "ada-2", "ada-3"].map((name) => users.createWithIdentity(newUser(name), identity))
        )
        assert.deepStrictEqual(tags, ["IdentityTaken", "IdentityTaken", "done"])
        assert.strictEqual((yield* users.list).length, 1)
      }))

    test("a link gives a user an identity in place of the issuer's other one, and takes none from another user", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        const [ada, bob] = [yield* addUser("ada", "admin"), yield* addUser("bob")]
        yield* users.link(ada.id, identity)
        const next = { ...identity, subject: "s-2" }
        const elsewhere = { issuer: "https://other.example.org/", subject: "s-1" }
        for (const link of [next, next, elsewhere]) yield* users.link(ada.id, link)
        assert.deepStrictEqual(yield* users.findByIdentity(identity), Option.none())
        assert.instanceOf(yield* Effect.flip(users.link(bob.id, next)), IdentityTaken)
        assert.instanceOf(yield* Effect.flip(users.link(unknownUserId, identity)), UserNotFound)
        assert.deepStrictEqual(yield* users.findByIdentity(next), Option.some(ada))
        assert.sameDeepMembers(
          [...(yield* users.identities)],
          [next, elsewhere].map((one) => ({ userId: ada.id, ...one }))
        )
        const linked = (yield* AccountLog.use(({ entriesAfter }) => entriesAfter(0, 20))).filter(
          ({ action }) => action === "user_linked"
        )
        assert.deepStrictEqual(new Set(linked.map(({ subjectName }) => subjectName)), new Set(["ada"]))
      }))

    test("a user is called what somebody says, from the beginning or later", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        const ada = yield* users.createWithIdentity({ ...newUser("ada"), displayName: "Ada Lovelace" }, identity)
        assert.strictEqual(ada.displayName, "Ada Lovelace")
        const renamed = yield* users.setDisplayName(ada.id, "Ada King 👑")
        assert.deepStrictEqual(renamed, { ...ada, displayName: "Ada King 👑" })
        assert.deepStrictEqual(yield* users.findById(ada.id), Option.some(renamed))
        assert.instanceOf(yield* Effect.flip(users.setDisplayName(unknownUserId, "x")), UserNotFound)
        yield* addUser("bob")
        assert.deepStrictEqual(yield* users.displayNames, new Map([[ada.id, "Ada King 👑"]]))
        yield* users.delete(ada.id)
        assert.deepStrictEqual(yield* users.displayNames, new Map())
      }))

    test("an identity goes with its user and can then be another's", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        const ada = yield* users.createWithIdentity(newUser("ada"), identity)
        yield* users.delete(ada.id)
        assert.deepStrictEqual(yield* users.identities, [])
        const again = yield* users.createWithIdentity(newUser("ada"), identity)
        assert.deepStrictEqual(yield* users.findByIdentity(identity), Option.some(again))
      }))

    test("a first user is created only if there is none", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        yield* TestClock.setTime(1_700_000_000_123)
        const fields = { username: Username.make("Ada"), role: "admin", passwordHash: "AQAA" } as const
        const ada = Option.getOrThrow(yield* users.createFirst(fields))
        assert.deepStrictEqual(ada, { ...fields, id: ada.id, displayName: null, createdAt: "2023-11-14T22:13:20.123Z" })
        assert.deepStrictEqual(yield* users.list, [ada])
        assert.deepStrictEqual(yield* users.createFirst({ ...fields, username: Username.make("bob") }), Option.none())
        assert.deepStrictEqual(yield* users.createFirst(fields), Option.none())
        assert.deepStrictEqual(yield* users.list, [ada])
        yield* addUser("bob")
      }))

    test("of 20 concurrent first users with different names exactly one is created", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        const first = (index: number) =>
          users.createFirst({ username: Username.make(`admin ${index}`), role: "admin", passwordHash: "hash" })
        const made = yield* Effect.all(
          Array.from({ length: 20 }, (_, index) => first(index)),
          { concurrency: "unbounded" }
        )
        const winners = made.filter(Option.isSome).map(({ value }) => value)
        assert.lengthOf(winners, 1)
        assert.deepStrictEqual(yield* users.list, winners)
      }))

    test("lists by username, without regard to case", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        for (const name of ["bob", "Émile", "ada", "Zoe", "Carl", "ab"]) yield* addUser(name)
        assert.deepStrictEqual(names(yield* users.list), ["ab", "ada", "bob", "Carl", "Zoe", "Émile"])
      }))

    test("sets a role", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        const ada = yield* addUser("ada", "viewer")
        for (const role of ["editor", "admin", "admin"] as const) {
          assert.deepStrictEqual(yield* users.setRole(ada.id, role), { ...ada, role })
          assert.deepStrictEqual(yield* users.findById(ada.id), Option.some({ ...ada, role }))
        }
        assert.instanceOf(yield* Effect.flip(users.setRole(unknownUserId, "admin")), UserNotFound)
        assert.instanceOf(yield* Effect.flip(users.setRole(unknownUserId, "viewer")), UserNotFound)
      }))

    test("sets a password hash", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        const ada = yield* addUser("ada")
        yield* users.setPasswordHash(ada.id, "other")
        assert.deepStrictEqual(yield* users.findById(ada.id), Option.some({ ...ada, passwordHash: "other" }))
        assert.instanceOf(yield* Effect.flip(users.setPasswordHash(unknownUserId, "other")), UserNotFound)
      }))

    test("deletes a user and frees its name", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        const ada = yield* addUser("ada")
        yield* users.delete(ada.id)
        assert.deepStrictEqual(yield* users.findById(ada.id), Option.none())
        assert.instanceOf(yield* Effect.flip(users.delete(ada.id)), UserNotFound)
        assert.notStrictEqual((yield* addUser("ada")).id, ada.id)
      }))

    test("the last admin can neither be deleted nor demoted", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        const ada = yield* addUser("ada", "admin")
        yield* addUser("bob", "editor")
        assert.instanceOf(yield* Effect.flip(users.delete(ada.id)), LastAdmin)
        assert.instanceOf(yield* Effect.flip(users.setRole(ada.id, "editor")), LastAdmin)
        assert.deepStrictEqual(yield* users.setRole(ada.id, "admin"), ada)
        const carl = yield* addUser("carl", "admin")
        yield* users.setRole(ada.id, "viewer")
        assert.instanceOf(yield* Effect.flip(users.delete(carl.id)), LastAdmin)
        yield* users.delete(ada.id)
      }))

    test("of admins that are all deleted or demoted concurrently one stays", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        yield* addUser("ada", "admin")
        for (let round = 0; round < 10; round++) {
          yield* addUser(`rival ${round}`, "admin")
          const admins = (yield* users.list).filter(({ role }) => role === "admin")
          const takenAway = admins.map(({ id }, index) =>
            (round + index) % 3 === 0 ? users.setRole(id, "viewer") : users.delete(id)
          )
          assert.deepStrictEqual(yield* sortedOutcomes(takenAway), ["LastAdmin", "done"])
          assert.strictEqual((yield* users.list).filter(({ role }) => role === "admin").length, 1)
        }
      }))
  })
}
