import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import * as RandomBytes from "../src/RandomBytes.ts"

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

it.layer(RandomBytes.layer)("Random bytes", (it) => {
  it.effect("have the requested length, also if that exceeds the buffer", () =>
    Effect.gen(function* () {
      const { randomBytes } = yield* SecureRandom.SecureRandom
      for (const size of [0, 1, 16, 4_095, 4_096, 4_097, 100_000]) expect(yield* randomBytes(size)).toHaveLength(size)
    })
  )

  it.effect("are never repeated, and not changed afterwards", () =>
    Effect.gen(function* () {
      const { randomBytes } = yield* SecureRandom.SecureRandom
      const given = yield* Effect.replicateEffect(randomBytes(16), 2_000)
      const seen = given.map(hex)
      expect(new Set(seen).size).toBe(2_000)
      yield* randomBytes(4_000)
      expect(given.map(hex)).toEqual(seen)
    })
  )

  it.effect("are evenly distributed", () =>
    Effect.gen(function* () {
      const { randomBytes } = yield* SecureRandom.SecureRandom
      const counts = new Array<number>(256).fill(0)
      for (const bytes of yield* Effect.replicateEffect(randomBytes(37), 7_000)) {
        for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1
      }
      // Each value occurs 1,012 times on average, with a standard deviation of 32.
      expect(Math.min(...counts)).toBeGreaterThan(700)
      expect(Math.max(...counts)).toBeLessThan(1_400)
    })
  )
})
