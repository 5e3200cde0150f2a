import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from "fflate"

/** What a part holds, by its name; XML as text. Nothing else is kept: no dates, no directories. */
export type Parts = Map<string, string | Uint8Array>

/** The first day a zip knows; read in local time, as fflate does. */
const mtime = "1980-01-01T00:00:00"

const isText = (name: string): boolean => name.endsWith(".xml") || name.endsWith(".rels")

/** The parts of a package. */
export const read = (bytes: Uint8Array): Parts => {
  const parts: Parts = new Map()
  for (const [name, content] of Object.entries(unzipSync(bytes))) {
    if (!name.endsWith("/")) parts.set(name, isText(name) ? strFromU8(content) : content)
  }
  return parts
}

/** The same parts always make the same bytes, on any machine: sorted by name, without dates. */
export const write = (parts: Parts): Uint8Array => {
  const files: Zippable = {}
  for (const [name, content] of [...parts].sort(([one], [other]) => (one < other ? -1 : 1))) {
    files[name] = typeof content === "string" ? strToU8(content) : content
  }
  return zipSync(files, { level: 6, mtime })
}
