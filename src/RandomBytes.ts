import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"

/** Drawing this many random bytes from the system takes little longer than drawing a few. */
const poolBytes = 4_096

const make = (): ((size: number) => Uint8Array) => {
  let pool: Uint8Array = new Uint8Array(0)
  let used = 0
  return (size) => {
    if (size > poolBytes) return SecureRandom.randomBytesUnsafe(size)
    if (used + size > pool.length) {
      pool = SecureRandom.randomBytesUnsafe(poolBytes)
      used = 0
    }
    const bytes = pool.slice(used, used + size)
    // Bytes that a caller has received must not stay in memory here.
    pool.fill(0, used, used + size)
    used += size
    return bytes
  }
}

/** Secure randomness from the system, drawn in advance. */
export const layer = Layer.sync(SecureRandom.SecureRandom, () => SecureRandom.make(make()))
