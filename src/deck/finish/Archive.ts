import { strToU8, type Zippable, zipSync } from "fflate"

/** The earliest date that a zip can have, in whichever zone: with it the same parts make the same bytes on any day. */
const undated = { mtime: "1980-01-01T00:00" }

/** Pictures that are compressed already. */
const packed = /\.(png|jpe?g|gif)$/i

/**
 * A zip of parts, sorted by name. The same parts always make the same bytes, on any machine: fflate is JavaScript, and
 * nothing is dated. `isPacked`: whether a zip around it will compress it.
 */
export const archive = (
  parts: Iterable<readonly [name: string, content: string | Uint8Array]>,
  isPacked = false
): Uint8Array => {
  const zipped: Zippable = {}
  for (const [name, content] of [...parts].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const bytes = typeof content === "string" ? strToU8(content) : content
    zipped[name] = [bytes, { level: isPacked || packed.test(name) ? 0 : 6 }]
  }
  return zipSync(zipped, undated)
}
