import { crc32 } from "node:zlib"
import { deflateSync, strToU8, Zip, type ZipInputFile } from "fflate"
import { undated } from "../finish/Workbooks.ts"

interface Archive {
  /** Packs a part at once, so that not all of them are in memory as they are. */
  readonly add: (name: string, content: string | Uint8Array) => void
  /** The file of all parts, sorted by name. */
  readonly end: () => Uint8Array
}

const deflated = 8

/** Pictures that are compressed already. */
const packed = /\.(png|jpe?g|gif)$/i

/** A zip. The same parts always make the same bytes, on any machine: fflate is JavaScript, and nothing is dated. */
export const archive = (): Archive => {
  const entries: Array<{ readonly entry: ZipInputFile; readonly packed: ReturnType<typeof deflateSync> }> = []
  return {
    add: (filename, content) => {
      const bytes = typeof content === "string" ? strToU8(content) : content
      const entry = { filename, size: bytes.length, crc: crc32(bytes), compression: deflated, ...undated }
      entries.push({ entry, packed: deflateSync(bytes, { level: packed.test(filename) ? 0 : 6 }) })
    },
    end: () => {
      const chunks: Array<Uint8Array> = []
      const zip = new Zip((error, chunk) => {
        if (error !== null) throw error
        chunks.push(chunk)
      })
      entries.sort(({ entry: one }, { entry: other }) => (one.filename < other.filename ? -1 : 1))
      for (const { entry, packed } of entries) {
        zip.add(entry)
        entry.ondata?.(null, packed, true)
      }
      zip.end()
      return new Uint8Array(Buffer.concat(chunks))
    }
  }
}
