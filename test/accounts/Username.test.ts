import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { InvalidPassword, parsePassword } from "../../src/accounts/passwords/Password.ts"
import { InvalidUsername, lookupKey, parseUsername, usernameKey } from "../../src/accounts/users/Username.ts"

const outcome = <A, E extends { readonly message: string }>(effect: Effect.Effect<A, E>) =>
  Effect.map(Effect.result(effect), Result.match({ onSuccess: String, onFailure: ({ message }) => message }))

const empty = "The username must not be empty."
const long = "The username must have at most 50 characters."
const unseen = "The username must not contain invisible or formatting characters."
const marks = "The username must not have more than 30 combining marks in a row."
const former = "The username must not begin with “former user”, which stands for people who are gone."
const control = "The username must not contain control characters."

describe("Username", () => {
  it.effect.each<readonly [string, string]>([
    ["ada", "ada"],
    ["  Ada Lovelace\t", "Ada Lovelace"],
    ["\u00a0ａｄａ\u3000", "ada"],
    ["e\u0301", "é"],
    ["🔑".repeat(50), "🔑".repeat(50)],
    ["x".repeat(50), "x".repeat(50)],
    ["", empty],
    [" \u3000\n ", empty],
    ["x".repeat(51), long],
    ["🔑".repeat(51), long],
    ["ﷺ".repeat(3), long],
    ["x".repeat(1_000_000), long],
    ["a\u0000b", control],
    ["a\nb", control],
    ["a\u007fb", control],
    ["a\u0085b", control],
    ["a\u2028b", control],
    ["a\ud800b", control],
    ["a\ufffeb", control],
    ["\u200b", unseen],
    ["\u202e\u2066", unseen],
    ["\u3164", unseen],
    ["\uffa0", unseen],
    ["\u2800", unseen],
    ["bo\u200bb", unseen],
    ["bo\u200db", unseen],
    ["bo\u00adb", unseen],
    ["bob\u202ecba", unseen],
    ["bob\ufe0f", unseen],
    ["bob\u{e0061}", unseen],
    ["\ufeffbob", "bob"],
    ["\u0301\u0316", "The username must have a visible character."],
    [`a${"\u0316".repeat(30)}`, `a${"\u0316".repeat(30)}`],
    [`a${"\u0316".repeat(31)}`, marks],
    // This is a letter as sent and a mark once normalised.
    [`a${"\uff9e".repeat(31)}`, marks],
    ["former user ab12", former],
    [" FORMER \u00a0Uſer\u3000AB12", former],
    ["ｆormer user 0000", former],
    ["former user", former],
    ["former users club", "former users club"],
    [" ".repeat(200), "The username must not be empty."],
    [`a${" ".repeat(200)}`, long],
    [`a${"\u0301".repeat(15_500)}${"\u0316".repeat(15_500)}`, long]
  ])("%j is %j", ([text, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome(parseUsername(text)), expected)
    })
  )

  it.effect("fails with an error of its own type", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Effect.flip(parseUsername("")), new InvalidUsername({ message: empty }))
    })
  )

  it.each([
    ["Ada", "aDA"],
    ["ＡＤＡ", "ada"],
    ["STRASSE", "straße"],
    ["ΟΔΟΣ", "οδος"],
    ["ΟΔΟΣ", "οδοσ"],
    ["É", "e\u0301"],
    ["ﬁn", "FIN"]
  ])("%s and %s are one name", (one, other) => assert.strictEqual(usernameKey(one), usernameKey(other)))

  it("different names have different keys", () => {
    const names = ["ada", "adá", "аda", "ada1", "ad a", "a-da"]
    assert.strictEqual(new Set(names.map(usernameKey)).size, names.length)
  })
})

describe("a text that cannot be a name", () => {
  it.each([
    `ada${" ".repeat(200)}`,
    `ada${"\u0316".repeat(31)}`,
    "x".repeat(60_000),
    "ada\u0000",
    "\u0000",
    "ada\ud800",
    "ﷺ".repeat(50)
  ])("%j has a short key of its own, by which nobody is found", (text) => {
    assert.isUndefined(lookupKey(text))
    assert.notStrictEqual(usernameKey(text), usernameKey("ada"))
    assert.isAtMost(usernameKey(text).length, 300)
  })

  it.each(["bo\u200bb", "\u202e", "\u3164", " Ada "])("%j can be searched: earlier versions allowed it", (text) => {
    assert.strictEqual(lookupKey(text), usernameKey(text))
  })
})

describe("Password", () => {
  const length = "The password must have 8 to 128 characters."

  it.effect.each<readonly [string, string]>([
    ["1234567", length],
    ["12345678", "12345678"],
    [" 2345 78 ", " 2345 78 "],
    ["🔑".repeat(7), length],
    ["🔑".repeat(8), "🔑".repeat(8)],
    ["🔑".repeat(128), "🔑".repeat(128)],
    ["🔑".repeat(129), length],
    ["x".repeat(128), "x".repeat(128)],
    ["x".repeat(129), length],
    ["x".repeat(1_000_000), length],
    ["", length],
    ["1234567\ud800", "The password must be valid Unicode text."]
  ])("%j is %j", ([text, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome(parsePassword(text)), expected)
    })
  )

  it.effect("fails with an error of its own type", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Effect.flip(parsePassword("short")), new InvalidPassword({ message: length }))
    })
  )
})
