import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap } from "effect"
import { empty, type State } from "../../src/domain/state/State.ts"
import { toParts } from "../../src/domain/state/StateCodec.ts"
import { chunkSize, decode, decompress, encode, stateHash } from "../../src/log/projection/CheckpointCodec.ts"
import { entityId } from "./Samples.ts"

/** Its text is 2 MB long. */
const large: State = {
  ...empty,
  sequenceNumber: 20_000,
  entities: HashMap.fromIterable(
    Array.from({ length: 20_000 }, (_, n) => [
      entityId(n),
      { type: "team", teamId: entityId(n), objectiveId: null, alive: n % 2 === 0 }
    ])
  )
}

describe("An encoded state", () => {
  it.effect("is what was encoded, and has the hash of the state", () =>
    Effect.gen(function* () {
      const encoded = yield* encode(large)
      assert.strictEqual(encoded.stateHash, stateHash(large))
      assert.deepStrictEqual(toParts(yield* decode(20_000, encoded)), toParts(large))
    })
  )

  it.effect("is read in small pieces", () =>
    Effect.gen(function* () {
      const lengths: Array<number> = []
      yield* decompress(20_000, yield* encode(large), ({ length }) => lengths.push(length))
      assert.isAbove(lengths.length, 20)
      assert.isAtMost(Math.max(...lengths), chunkSize)
    })
  )

  it.effect("is not read when it belongs to another event, or is cut off", () =>
    Effect.gen(function* () {
      const encoded = yield* encode(large)
      const cutOff = { ...encoded, parts: encoded.parts.map((part) => part.subarray(0, -100)) }
      assert.strictEqual(yield* Effect.flip(decode(20_001, encoded)), "it does not match its hash")
      assert.strictEqual(yield* Effect.flip(decode(20_000, cutOff)), "it cannot be decompressed")
    })
  )
})
