import { createHash } from "node:crypto"
import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"

/** Pseudo-random bytes that are the same in every run. */
const make = () => {
  let drawn = 0
  return SecureRandom.make((size) => {
    drawn++
    const blocks = Array.from({ length: Math.ceil(size / 32) }, (_, block) =>
      createHash("sha256").update(`${drawn}.${block}`).digest()
    )
    return new Uint8Array(Buffer.concat(blocks).subarray(0, size))
  })
}

export const layer = Layer.sync(SecureRandom.SecureRandom, make)
