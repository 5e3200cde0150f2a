import { repeated } from "./Xml.ts"

interface Entry {
  readonly name: string
  readonly time: number
  readonly date: number
}

/** The central directory as it is, since a zip library would hide duplicate entries. */
export const entriesOf = (bytes: Uint8Array): ReadonlyArray<Entry> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end > 0 && view.getUint32(end, true) !== 0x06054b50) end--
  const count = view.getUint16(end + 10, true)
  const entries: Array<Entry> = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index++) {
    const length = view.getUint16(at + 28, true)
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length)),
      time: view.getUint16(at + 12, true),
      date: view.getUint16(at + 14, true)
    })
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** 1980-01-01, the earliest date that a zip can have. */
const firstDay = 0x21

export const lintArchive = (bytes: Uint8Array): ReadonlyArray<string> => {
  const entries = entriesOf(bytes)
  const names = entries.map(({ name }) => name)
  const sorted = [...names].sort()
  return [
    ...repeated(names).map((name) => `zip: ${name} is there twice`),
    ...names.filter((name) => name.endsWith("/")).map((name) => `zip: ${name} is a directory`),
    ...names
      .slice(0, 1 + names.findIndex((name, index) => name !== sorted[index]))
      .slice(-1)
      .map((name) => `zip: ${name} is out of order`),
    ...entries.filter(({ time, date }) => time !== 0 || date !== firstDay).map(({ name }) => `zip: ${name} has a date`)
  ]
}
