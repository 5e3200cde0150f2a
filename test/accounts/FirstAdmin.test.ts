import { assert, layer } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { InvalidPassword } from "../../src/accounts/passwords/Password.ts"
import { PasswordHasher } from "../../src/accounts/passwords/PasswordHasher.ts"
import * as FirstAdmin from "../../src/accounts/users/FirstAdmin.ts"
import { InvalidUsername, Username } from "../../src/accounts/users/Username.ts"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import { backends, onEmptyStores } from "./Backends.ts"
import * as CountedHasher from "./CountedHasher.ts"
import * as TestRandom from "./TestRandom.ts"
import { addUser, names } from "./TestUsers.ts"

const given = (username: string, password: string) => ({ username, password: Option.some(Redacted.make(password)) })

const verifies = Effect.fnUntraced(function* (username: string, password: string) {
  const users = yield* UserStore
  const { verify } = yield* PasswordHasher
  const user = Option.getOrThrow(yield* users.findByUsername(Username.make(username)))
  assert.strictEqual(user.role, "admin")
  return yield* verify(password, Effect.succeed(user.passwordHash))
})

for (const [name, backend] of backends) {
  layer(backend, { excludeTestServices: true })(`FirstAdmin on ${name}`, (it) => {
    const test = (
      statement: string,
      body: () => Effect.Effect<void, unknown, UserStore | Effect.Services<ReturnType<typeof FirstAdmin.createIfNone>>>
    ) => it.effect(statement, () => onEmptyStores(Effect.provide(body(), [CountedHasher.layer, TestRandom.layer])))

    test("the first start creates an admin with the configured password", () =>
      Effect.gen(function* () {
        const made = yield* FirstAdmin.createIfNone(given("Root", "correct horse"))
        assert.deepStrictEqual(made, Option.some({ username: Username.make("Root"), generatedPassword: Option.none() }))
        assert.isTrue(yield* verifies("Root", "correct horse"))
      }))

    test("without a password one of 20 easily readable characters is generated", () =>
      Effect.gen(function* () {
        const made = Option.getOrThrow(yield* FirstAdmin.createIfNone({ username: "admin", password: Option.none() }))
        const password = Redacted.value(Option.getOrThrow(made.generatedPassword))
        assert.match(password, /^[2-9A-HJ-NP-Za-kmnp-z]{20}$/)
        assert.isAbove(new Set(password).size, 8)
        assert.isTrue(yield* verifies("admin", password))
      }))

    test("a later start creates none and does not check its options", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        yield* addUser("bob", "admin")
        assert.deepStrictEqual(yield* FirstAdmin.createIfNone(given("", "short")), Option.none())
        assert.deepStrictEqual(names(yield* users.list), ["bob"])
      }))

    const pairs = [
      ["the same name", ["admin", "admin"]],
      ["different names", ["ada", "bob"]]
    ] as const
    for (const [settings, usernames] of pairs) {
      test(`two servers that start at the same time with ${settings} make one`, () =>
        Effect.gen(function* () {
          const users = yield* UserStore
          const starts = usernames.map((username) => FirstAdmin.createIfNone({ username, password: Option.none() }))
          const made = yield* Effect.all(starts, { concurrency: "unbounded" })
          const [admin, ...others] = made.filter(Option.isSome).map(({ value }) => value)
          assert.isDefined(admin)
          assert.deepStrictEqual(others, [])
          assert.deepStrictEqual(names(yield* users.list), [admin.username])
          assert.isTrue(yield* verifies(admin.username, Redacted.value(Option.getOrThrow(admin.generatedPassword))))
        }))
    }

    test("an invalid password or name is refused, and nobody is created", () =>
      Effect.gen(function* () {
        const users = yield* UserStore
        assert.instanceOf(yield* Effect.flip(FirstAdmin.createIfNone(given("admin", "1234567"))), InvalidPassword)
        assert.instanceOf(yield* Effect.flip(FirstAdmin.createIfNone(given(" ", "12345678"))), InvalidUsername)
        assert.isTrue(yield* users.isEmpty)
      }))
  })
}
