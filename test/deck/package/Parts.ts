import { strFromU8, unzipSync } from "fflate"
import { archive } from "../../../src/deck/finish/Archive.ts"

/** The contents of a package's parts, by name; XML as text. */
export type Parts = Map<string, string | Uint8Array>

export const read = (bytes: Uint8Array): Parts =>
  new Map(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [
      name,
      /\.(xml|rels)$/.test(name) ? strFromU8(content) : content
    ])
  )

export const write = (parts: Parts): Uint8Array => archive(parts)

/** A part's text; empty if there is no such part. */
export const textIn = (bytes: Uint8Array, name: string): string => {
  const content = read(bytes).get(name)
  return typeof content === "string" ? content : ""
}
