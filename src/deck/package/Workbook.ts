import { read, write } from "./Zip.ts"

const dropped = /^(docProps\/core\.xml|xl\/tables\/.*|xl\/worksheets\/_rels\/.*)$/

/**
 * The workbook inside a chart without what differs from run to run (when it was made) and without its table: that one's
 * range has a stray apostrophe, and no sheet shows it.
 */
export const finishWorkbook = (bytes: Uint8Array): Uint8Array => {
  const parts = read(bytes)
  for (const name of [...parts.keys()]) if (dropped.test(name)) parts.delete(name)
  for (const [name, content] of parts) {
    if (typeof content !== "string") continue
    if (name === "[Content_Types].xml") {
      parts.set(name, content.replace(/<Override PartName="\/(docProps\/core|xl\/tables\/[^".]*)\.xml"[^>]*\/>/g, ""))
    }
    if (name === "_rels/.rels") {
      parts.set(name, content.replace(/<Relationship [^>]*Target="docProps\/core\.xml"\/>/, ""))
    }
  }
  return write(parts)
}
