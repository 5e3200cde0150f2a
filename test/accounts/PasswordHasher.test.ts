import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { formatHash } from "../../src/accounts/passwords/PasswordHash.ts"
import { PasswordHasher } from "../../src/accounts/passwords/PasswordHasher.ts"
import { blockCount, type Digest, Pbkdf2 } from "../../src/accounts/passwords/Pbkdf2.ts"
import { GateFull } from "../../src/bounded/Gate.ts"
import file from "../vectors/identity-hashes.json" with { type: "json" }
import * as TestRandom from "./TestRandom.ts"

const vectors = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({ password: Schema.String, hash: Schema.String, verifies: Schema.Boolean, note: Schema.String })
  )
)(file)

const v3 = (digest: Digest, iterations: number, subkeyBytes: number) =>
  formatHash({ digest, iterations, salt: Buffer.alloc(16), subkey: Buffer.alloc(subkeyBytes) })

const hasherWith = (options: Parameters<typeof PasswordHasher.layerWith>[0]) =>
  Layer.provide(PasswordHasher.layerWith(options), TestRandom.layer)

layer(hasherWith({ iterations: 10 }))("PasswordHasher", (it) => {
  it("has all vectors", () => assert.strictEqual(vectors.length, 42))

  it.effect.each(vectors.map((vector, index) => ({ ...vector, index })))(
    "vector $index: $note",
    ({ password, hash, verifies }) =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        assert.strictEqual(yield* hasher.verify(password, Effect.succeed(hash)), verifies)
        assert.strictEqual(yield* hasher.verify(`${password}.`, Effect.succeed(hash)), false)
      })
  )

  it.effect.each([
    ["a space before", (hash: string) => ` ${hash}`],
    ["a line break after", (hash: string) => `${hash}\n`],
    ["an invalid character inside", (hash: string) => `${hash.slice(0, 10)}!${hash.slice(10)}`],
    ["no padding", (hash: string) => hash.replace(/=+$/, "")],
    ["too much padding", (hash: string) => `${hash}====`],
    ["bits beyond the last byte", (hash: string) => hash.replace("QA==", "QB==")],
    ["the alphabet of URLs", (hash: string) => hash.replaceAll("+", "-").replaceAll("/", "_")]
  ] as const)("is false for a hash with %s, which Node's decoder would accept", ([, spoil]) =>
    Effect.gen(function* () {
      const { verify } = yield* PasswordHasher
      const hash = "AFcg3t2gm81Guu+i08t6u4Hm00M1COvYfXvX8jwHMIBxS0sVsj6UHkk2qww8l4x/QA=="
      assert.deepStrictEqual(Buffer.from(spoil(hash), "base64"), Buffer.from(hash, "base64"))
      assert.isTrue(yield* verify("!passwordSecure123ASPV2", Effect.succeed(hash)))
      assert.isFalse(yield* verify("!passwordSecure123ASPV2", Effect.succeed(spoil(hash))))
    })
  )

  it.effect("makes salted hashes that verify", () =>
    Effect.gen(function* () {
      const { hash, verify } = yield* PasswordHasher
      const first = yield* hash("pässwörd🔑")
      const second = yield* hash("pässwörd🔑")
      assert.notStrictEqual(first, second)
      assert.isTrue(yield* verify("pässwörd🔑", Effect.succeed(first)))
      assert.isTrue(yield* verify("pässwörd🔑", Effect.succeed(second)))
      assert.isFalse(yield* verify("pässwörd", Effect.succeed(first)))
      assert.isFalse(yield* verify("", Effect.succeed(first)))
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
      assert.isTrue(yield* verify("my password", Effect.succeed(stored)))
    }).pipe(Effect.provide(Layer.provide(PasswordHasher.layer, TestRandom.layer)))
  )

  it.effect("refuses work when the queue is full", () =>
    Effect.gen(function* () {
      const { hash } = yield* PasswordHasher
      const exits = yield* Effect.all(
        Array.from({ length: 5 }, () => Effect.result(hash("my password"))),
        { concurrency: "unbounded" }
      )
      const outcomes = exits.map((exit) => (exit._tag === "Failure" ? exit.failure : "hashed"))
      const refused = new GateFull({ noun: "password checks" })
      assert.deepStrictEqual(outcomes, ["hashed", "hashed", "hashed", refused, refused])
    }).pipe(Effect.provide(hasherWith({ iterations: 20_000, perServer: 2, waiting: { perServer: 1, perKey: 16 } })))
  )

  /**
   * The cost of a verification in iterations of SHA-512, if one of SHA-1 costs half of that and one of SHA-256 twice.
   */
  const costOf = Effect.fnUntraced(function* (stored: string, iterations: number) {
    const relativeCosts = { sha1: 0.5, sha256: 2, sha512: 1 } as const
    let cost = 0
    const counted = Layer.succeed(Pbkdf2, {
      derive: (_password, { digest, iterations }, bytes) =>
        Effect.sync(() => {
          cost += iterations * blockCount(digest, bytes) * relativeCosts[digest]
          return Buffer.alloc(bytes)
        }),
      relativeCost: (digest) => Effect.succeed(relativeCosts[digest])
    })
    yield* PasswordHasher.use(({ verify }) => verify("a guess", Effect.succeed(stored))).pipe(
      Effect.provide(hasherWith({ iterations }).pipe(Layer.provide(counted), Layer.fresh))
    )
    return cost
  })

  it.effect.each(vectors)("a verification costs as much as a new hash: $note", ({ hash }) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* costOf(hash, 12_000_000), 12_000_000)
    })
  )

  it.effect.each([
    ["v2, SHA-1", Buffer.concat([Buffer.from([0]), Buffer.alloc(48)]).toString("base64")],
    ["SHA-256", v3("sha256", 10_000, 32)],
    ["SHA-512", v3("sha512", 100_000, 32)],
    ["the standard", v3("sha512", 220_000, 32)],
    ["SHA-1 with a subkey of several blocks", v3("sha1", 1_000, 64)],
    ["too many iterations", v3("sha512", 10_000_001, 32)],
    ["no hash", "no hash"],
    ["nothing", ""]
  ] as const)("a verification costs 220,000 iterations of SHA-512, whatever is stored: %s", ([, stored]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* costOf(stored, 220_000), 220_000)
    })
  )

  it.effect("only a hash that costs more than new ones takes longer", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* costOf(v3("sha512", 500_000, 32), 220_000), 500_000)
    })
  )

  it.effect("measures what iterations of the older digests cost on this machine", () =>
    Effect.gen(function* () {
      const { relativeCost } = yield* Pbkdf2
      assert.strictEqual(yield* relativeCost("sha512"), 1)
      for (const digest of ["sha1", "sha256"] as const) {
        const cost = yield* relativeCost(digest)
        assert.isTrue(cost > 0.01 && cost < 100, `${digest}: ${cost}`)
      }
    })
  )
})
