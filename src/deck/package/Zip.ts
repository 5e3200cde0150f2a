import { crc32, deflateRawSync, inflateRawSync } from "node:zlib"

/** What a part holds, by its name; XML as text. Nothing else is kept: no dates, no directories. */
export type Parts = Map<string, string | Uint8Array>

const directoryEnd = 0x06054b50
const directoryEntry = 0x02014b50
const localEntry = 0x04034b50
const deflated = 8
/** 1980-01-01, the first day a zip knows, as DOS wrote dates. */
const firstDay = 0x21

const isText = (name: string): boolean => name.endsWith(".xml") || name.endsWith(".rels")

const viewOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The parts of a package that was written by us or by PptxGenJS; of a name that is there twice, the last. */
export const read = (bytes: Uint8Array): Parts => {
  const file = viewOf(bytes)
  const parts: Parts = new Map()
  let end = file.length - 22
  while (end > 0 && file.readUInt32LE(end) !== directoryEnd) end--
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const nameEnd = at + 46 + file.readUInt16LE(at + 28)
    const name = file.toString("utf8", at + 46, nameEnd)
    const local = file.readUInt32LE(at + 42)
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const packed = file.subarray(start, start + file.readUInt32LE(at + 20))
    if (!name.endsWith("/")) {
      const content = file.readUInt16LE(at + 10) === deflated ? inflateRawSync(packed) : packed
      parts.set(name, isText(name) ? content.toString("utf8") : content)
    }
    at = nameEnd + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return parts
}

/**
 * The same parts always make the same bytes: sorted by name, without dates. Node's zlib and not JSZip, which takes seven
 * times as long for the 1,600 parts of a large deck.
 */
export const write = (parts: Parts): Uint8Array => {
  const files: Array<Uint8Array> = []
  const directory: Array<Uint8Array> = []
  let offset = 0
  const names = [...parts.keys()].sort()
  for (const name of names) {
    const content = parts.get(name) ?? ""
    const plain = typeof content === "string" ? Buffer.from(content) : content
    const packed = deflateRawSync(plain, { level: 6 })
    const label = Buffer.from(name)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(directoryEntry, 0)
    entry.writeUInt16LE(20, 4)
    entry.writeUInt16LE(20, 6)
    entry.writeUInt16LE(deflated, 10)
    entry.writeUInt16LE(firstDay, 14)
    entry.writeUInt32LE(crc32(plain), 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(plain.length, 24)
    entry.writeUInt16LE(label.length, 28)
    entry.writeUInt32LE(offset, 42)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(localEntry, 0)
    entry.copy(local, 4, 6, 32)
    files.push(local, label, packed)
    directory.push(entry, label)
    offset += local.length + label.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(directoryEnd, 0)
  end.writeUInt16LE(names.length, 8)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12
  )
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, ...directory, end])
}
