import { unzipSync } from "fflate"

/** What is read at most of a zip. */
interface ZipLimits {
  /** Bytes of all parts together, unpacked. */
  readonly bytes: number
  readonly parts: number
}

/** The parts of a zip by name, and whether two of them have one name; it throws if there are more than the limits let. */
export const boundedParts = (file: Uint8Array, limits: ZipLimits) => {
  let [bytes, count] = [0, 0]
  const parts = unzipSync(file, {
    filter: ({ originalSize }) => {
      bytes += originalSize
      count += 1
      if (bytes > limits.bytes || count > limits.parts) throw new Error("It is too large.")
      return true
    }
  })
  return { parts, hasTwins: Object.keys(parts).length < count }
}
