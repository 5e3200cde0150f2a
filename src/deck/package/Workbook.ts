import { read, write } from "./Zip.ts"

/** What a cell of a chart's sheet holds, by the series' place and the category's; undefined: nothing. */
export type Values = (series: number, category: number) => string | undefined

const dropped = /^(docProps\/core\.xml|xl\/tables\/.*|xl\/worksheets\/_rels\/.*)$/

/** `B` is 0: the first column has the categories. */
const seriesOf = (column: string): number =>
  [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 2

/** PptxGenJS leaves the cells of zeros empty. The first row has the series' names. */
const finishSheet = (xml: string, valueOf: Values): string =>
  xml.replace(/<c r="([A-Z]+)(\d+)"><v><\/v><\/c>/g, (_, column: string, row: string) => {
    const value = valueOf(seriesOf(column), Number(row) - 2)
    return value === undefined ? "" : `<c r="${column}${row}"><v>${value}</v></c>`
  })

/**
 * The workbook inside a chart with all its values, without what differs from run to run (when it was made) and without
 * its table: that one's range has a stray apostrophe, and no sheet shows it.
 */
export const finishWorkbook = (bytes: Uint8Array, valueOf: Values): Uint8Array => {
  const parts = read(bytes)
  for (const [name, content] of parts) {
    if (dropped.test(name)) parts.delete(name)
    else if (typeof content !== "string") continue
    else if (name.startsWith("xl/worksheets/")) parts.set(name, finishSheet(content, valueOf))
    else if (name === "[Content_Types].xml") {
      parts.set(name, content.replace(/<Override PartName="\/(docProps\/core|xl\/tables\/[^".]*)\.xml"[^>]*\/>/g, ""))
    } else if (name === "_rels/.rels") {
      parts.set(name, content.replace(/<Relationship [^>]*Target="docProps\/core\.xml"\/>/, ""))
    }
  }
  return write(parts)
}
