import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { HasherBusy } from "../../src/accounts/HashQueue.ts"
import { PasswordHasher } from "../../src/accounts/PasswordHasher.ts"
import file from "../vectors/identity-hashes.json" with { type: "json" }
import * as TestRandom from "./TestRandom.ts"

const vectors = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({ password: Schema.String, hash: Schema.String, verifies: Schema.Boolean, note: Schema.String })
  )
)(file)

const hasherWith = (options: Parameters<typeof PasswordHasher.layerWith>[0]) =>
  Layer.provide(PasswordHasher.layerWith(options), TestRandom.layer)

layer(hasherWith({ iterations: 10 }))("PasswordHasher", (it) => {
  it("has all vectors", () => assert.strictEqual(vectors.length, 42))

  it.effect.each(vectors.map((vector, index) => ({ ...vector, index })))(
    "vector $index: $note",
    ({ password, hash, verifies }) =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        assert.strictEqual(yield* hasher.verify(password, hash), verifies)
        assert.strictEqual(yield* hasher.verify(`${password}.`, hash), false)
      })
  )

  it.effect.each([
    ["a space before", (hash: string) => ` ${hash}`],
    ["a line break after", (hash: string) => `${hash}\n`],
    ["a stray sign inside", (hash: string) => `${hash.slice(0, 10)}!${hash.slice(10)}`],
    ["no padding", (hash: string) => hash.replace(/=+$/, "")],
    ["too much padding", (hash: string) => `${hash}====`],
    ["bits beyond the last byte", (hash: string) => hash.replace("QA==", "QB==")],
    ["the alphabet of URLs", (hash: string) => hash.replaceAll("+", "-").replaceAll("/", "_")]
  ] as const)("is false for a hash with %s, which Node's decoder would take", ([, spoil]) =>
    Effect.gen(function* () {
      const { verify } = yield* PasswordHasher
      const hash = "AFcg3t2gm81Guu+i08t6u4Hm00M1COvYfXvX8jwHMIBxS0sVsj6UHkk2qww8l4x/QA=="
      assert.deepStrictEqual(Buffer.from(spoil(hash), "base64"), Buffer.from(hash, "base64"))
      assert.isTrue(yield* verify("!passwordSecure123ASPV2", hash))
      assert.isFalse(yield* verify("!passwordSecure123ASPV2", spoil(hash)))
    })
  )

  it.effect("makes salted hashes that verify", () =>
    Effect.gen(function* () {
      const { hash, verify } = yield* PasswordHasher
      const first = yield* hash("pässwörd🔑")
      const second = yield* hash("pässwörd🔑")
      assert.notStrictEqual(first, second)
      assert.isTrue(yield* verify("pässwörd🔑", first))
      assert.isTrue(yield* verify("pässwörd🔑", second))
      assert.isFalse(yield* verify("pässwörd", first))
      assert.isFalse(yield* verify("", first))
    })
  )
})

describe("PasswordHasher", () => {
  it.effect("writes v3: HMAC-SHA512, 220,000 iterations, 16 bytes of salt, 32 of subkey", () =>
    Effect.gen(function* () {
      const { hash, verify } = yield* PasswordHasher
      const stored = yield* hash("my password")
      const bytes = Buffer.from(stored, "base64")
      assert.strictEqual(bytes.length, 13 + 16 + 32)
      assert.strictEqual(bytes.subarray(0, 13).toString("hex"), "010000000200035b6000000010")
      assert.isTrue(yield* verify("my password", stored))
    }).pipe(Effect.provide(Layer.provide(PasswordHasher.layer, TestRandom.layer)))
  )

  it.effect("is busy beyond the work it takes on, and not for a hash that needs none", () =>
    Effect.gen(function* () {
      const { hash, verify } = yield* PasswordHasher
      const exits = yield* Effect.all(
        Array.from({ length: 5 }, () => Effect.result(hash("my password"))),
        { concurrency: "unbounded" }
      )
      const outcomes = exits.map((exit) => (exit._tag === "Failure" ? exit.failure : "hashed"))
      assert.deepStrictEqual(outcomes, ["hashed", "hashed", "hashed", new HasherBusy(), new HasherBusy()])
      const [, unneeded] = yield* Effect.all([hash("a"), verify("a", "no hash")], { concurrency: "unbounded" })
      assert.isFalse(unneeded)
    }).pipe(Effect.provide(hasherWith({ iterations: 20_000, concurrency: 2, waiting: 1 })))
  )
})
