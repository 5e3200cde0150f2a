import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"

/** How many random bytes are drawn from the system at once, which takes little longer than to draw a few. */
const atOnce = 4_096

const make = (): ((size: number) => Uint8Array) => {
  let pool: Uint8Array = new Uint8Array(0)
  let used = 0
  return (size) => {
    if (size > atOnce) return SecureRandom.randomBytesUnsafe(size)
    if (used + size > pool.length) {
      pool = SecureRandom.randomBytesUnsafe(atOnce)
      used = 0
    }
    const bytes = pool.slice(used, used + size)
    // What was given away is not kept.
    pool.fill(0, used, used + size)
    used += size
    return bytes
  }
}

/** Secure randomness from the system, drawn ahead of its use. */
export const layer = Layer.sync(SecureRandom.SecureRandom, () => SecureRandom.make(make()))
