import { DateTime } from "effect"
import JSZip from "jszip"

/** What a part holds, by its name; XML as text. Nothing else is kept: no dates, no directories. */
export type Parts = Map<string, string | Uint8Array>

/** The first day a zip knows. */
const date = DateTime.toDateUtc(DateTime.makeUnsafe("1980-01-01T00:00:00Z"))

const isText = (name: string): boolean => name.endsWith(".xml") || name.endsWith(".rels")

/** The parts of a package. */
export const read = async (bytes: Uint8Array): Promise<Parts> => {
  const { files } = await JSZip.loadAsync(bytes)
  const parts: Parts = new Map()
  for (const file of Object.values(files)) {
    if (!file.dir) parts.set(file.name, await file.async(isText(file.name) ? "string" : "uint8array"))
  }
  return parts
}

/** The same parts always make the same bytes, on any machine: sorted by name, without dates. */
export const write = (parts: Parts): Promise<Uint8Array> => {
  const zip = new JSZip()
  for (const [name, content] of [...parts].sort(([one], [other]) => (one < other ? -1 : 1))) {
    zip.file(name, content, { date, createFolders: false })
  }
  return zip.generateAsync({ type: "uint8array", compression: "DEFLATE", compressionOptions: { level: 6 } })
}
