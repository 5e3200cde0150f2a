import { crc32 } from "node:zlib"
import { deflateSync } from "fflate"

/** A part's name and its content, which is made when its turn comes, so that not all contents are in memory at once. */
export type Part = readonly [name: string, content: () => string | Uint8Array]

/** The earliest date that the format has, 1980-01-01, at midnight. */
const firstDay = 0x21

/** Codes of the format: readers need version 2.0; names are UTF-8; entries are stored or deflated. */
const version = 20
const utf8 = 0x0800
const stored = 0
const deflated = 8

const encoder = new TextEncoder()

interface Entry {
  readonly name: Uint8Array
  readonly method: number
  readonly crc: number
  readonly packed: Uint8Array
  readonly size: number
}

interface Written extends Entry {
  readonly offset: number
}

/** Encodes a record of the format: its signature, then fields of 2 or 4 bytes in little-endian order. */
const record = (signature: number, ...fields: ReadonlyArray<readonly [bytes: 2 | 4, value: number]>): Uint8Array => {
  const bytes = new Uint8Array(fields.reduce((sum, [length]) => sum + length, 4))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, signature, true)
  let at = 4
  for (const [length, value] of fields) {
    if (length === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += length
  }
  return bytes
}

/** What the entry's own head and its line of the directory have in common. */
const common = ({ method, crc, packed, size, name }: Entry) =>
  [
    [2, version],
    [2, utf8],
    [2, method],
    [2, 0],
    [2, firstDay],
    [4, crc],
    [4, packed.length],
    [4, size],
    [2, name.length],
    [2, 0]
  ] as const

const headOf = (entry: Entry): Uint8Array => record(0x04034b50, ...common(entry))

const directoryLine = (entry: Written): Uint8Array =>
  record(0x02014b50, [2, version], ...common(entry), [2, 0], [2, 0], [2, 0], [4, 0], [4, entry.offset])

const entryOf = ([name, content]: Part, compressed: boolean): Entry => {
  const made = content()
  const bytes = typeof made === "string" ? encoder.encode(made) : made
  const packed = compressed ? deflateSync(bytes, { level: 6 }) : bytes
  return {
    name: encoder.encode(name),
    method: compressed ? deflated : stored,
    crc: crc32(bytes),
    packed,
    size: bytes.length
  }
}

const joined = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/**
 * A zip of parts, made and packed one after the other, sorted by name. The same parts always make the same bytes, on any
 * machine: fflate is JavaScript, and nothing is dated.
 */
export const zip = (parts: ReadonlyArray<Part>, { compressed }: { readonly compressed: boolean }): Uint8Array => {
  const chunks: Array<Uint8Array> = []
  const directory: Array<Uint8Array> = []
  let offset = 0
  for (const part of parts.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const entry = entryOf(part, compressed)
    const pieces = [headOf(entry), entry.name, entry.packed]
    directory.push(directoryLine({ ...entry, offset }), entry.name)
    chunks.push(...pieces)
    offset += pieces.reduce((sum, { length }) => sum + length, 0)
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = record(
    0x06054b50,
    ...([
      [2, 0],
      [2, 0],
      [2, parts.length],
      [2, parts.length],
      [4, size],
      [4, offset],
      [2, 0]
    ] as const)
  )
  return joined([...chunks, ...directory, end])
}
