import { assert, layer } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { AccountLog } from "../../src/accounts/log/AccountLog.ts"
import type { SessionStore } from "../../src/accounts/sessions/SessionStore.ts"
import { UserNotFound, type UserStore } from "../../src/accounts/users/UserStore.ts"
import { TokenStore, TooManyTokens } from "../../src/identity/TokenStore.ts"
import { lowerRole, roles } from "../../src/shared/Roles.ts"
import { maxTokens, tokenScopes } from "../../src/shared/TokenScopes.ts"
import { backends, onEmptyStores } from "../accounts/Backends.ts"
import { addUser, sortedOutcomes, unknownUserId } from "../accounts/TestUsers.ts"

const report = { name: "Report", scope: "read", days: 30 } as const

/** The highest role that a token of each scope acts with. */
const highest = { read: "viewer", write: "editor", admin: "admin", feed: "viewer" } as const

for (const [name, backend] of backends) {
  layer(backend, { excludeTestServices: true })(`TokenStore on ${name}`, (it) => {
    const test = (
      statement: string,
      body: () => Effect.Effect<void, unknown, UserStore | SessionStore | TokenStore | AccountLog>
    ) => it.effect(statement, () => onEmptyStores(body()))

    test("a token is made once, and listed without its secret", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(1_700_000_000_123)
        const tokens = yield* TokenStore
        const { page } = yield* AccountLog
        const ada = yield* addUser("Ada", "editor")
        const bob = yield* addUser("bob", "viewer")
        const { secret, token } = yield* tokens.create(ada.id, report)
        assert.deepStrictEqual(token, {
          ...{ id: token.id, name: "Report", scope: "read", lastUsedAt: null },
          ...{ createdAt: "2023-11-14T22:13:20.123Z", expiresAt: "2023-12-14T22:13:20.123Z" }
        })
        yield* TestClock.adjust("1 second")
        const second = yield* tokens.create(ada.id, { ...report, name: "a; b", scope: "write" })
        const ofBob = yield* tokens.create(bob.id, report)
        const ofAda = [second.token, token].map((one) => ({ ...one, userId: ada.id, username: "Ada" }))
        assert.deepStrictEqual(yield* tokens.list(ada.id), ofAda)
        assert.deepStrictEqual(yield* tokens.list(), [...ofAda, { ...ofBob.token, userId: bob.id, username: "bob" }])
        assert.deepStrictEqual(yield* tokens.list(unknownUserId), [])
        assert.deepStrictEqual(
          yield* tokens.resolve(secret),
          Option.some({
            ...{ userId: ada.id, username: "Ada", displayName: null, role: "viewer" as const },
            expiresAt: 1_702_592_000_123,
            token: { id: token.id, name: "Report", scope: "read" as const }
          })
        )
        const created = (yield* page({ limit: 10 })).entries.filter(({ action }) => action === "token_created")
        assert.deepStrictEqual(
          created.map(({ subjectName, detail }) => [subjectName, detail]),
          [
            ["bob", "read; Report"],
            ["Ada", "write; a, b"],
            ["Ada", "read; Report"]
          ]
        )
        assert.notInclude(JSON.stringify(yield* page({ limit: 10 })), Redacted.value(secret).slice(6))
      }))

    test("unknown and malformed tokens are nobody's", () =>
      Effect.gen(function* () {
        const { create, resolve } = yield* TokenStore
        const ada = yield* addUser("ada")
        const known = Redacted.value((yield* create(ada.id, report)).secret)
        const others = [
          "",
          "x",
          known.slice(6),
          `${known}A`,
          known.toUpperCase(),
          `strat_${"A".repeat(43)}`,
          `${known}\n`
        ]
        for (const other of others) assert.isTrue(Option.isNone(yield* resolve(Redacted.make(other))), other)
      }))

    test("acts with the lower of its user's role and its scope", () =>
      Effect.gen(function* () {
        const tokens = yield* TokenStore
        for (const role of roles) {
          const user = yield* addUser(role, role)
          for (const scope of tokenScopes) {
            const { secret, token } = yield* tokens.create(user.id, { ...report, scope })
            const expected = lowerRole(role, highest[scope])
            assert.strictEqual(Option.getOrThrow(yield* tokens.resolve(secret)).role, expected, `${role} ${scope}`)
            assert.strictEqual((yield* tokens.confirm([token.id])).get(token.id), expected)
          }
        }
      }))

    test(`a user has ${maxTokens} valid tokens at most, also when many are made at once`, () =>
      Effect.gen(function* () {
        const tokens = yield* TokenStore
        const ada = yield* addUser("ada")
        const bob = yield* addUser("bob")
        yield* tokens.create(ada.id, { ...report, days: 1 })
        yield* TestClock.adjust("1 days")
        const outcomes = yield* sortedOutcomes(
          Array.from({ length: maxTokens + 4 }, () => tokens.create(ada.id, report))
        )
        assert.deepStrictEqual(outcomes, [...Array(4).fill("TooManyTokens"), ...Array(maxTokens).fill("done")])
        const [first] = yield* tokens.list(ada.id)
        assert.isDefined(first)
        yield* tokens.revoke(first.id)
        yield* tokens.create(ada.id, report)
        assert.instanceOf(yield* Effect.flip(tokens.create(ada.id, report)), TooManyTokens)
        yield* tokens.create(bob.id, report)
        assert.instanceOf(yield* Effect.flip(tokens.create(unknownUserId, report)), UserNotFound)
      }))
  })
}
