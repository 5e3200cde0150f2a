import type { Archive, Presentation } from "./Presentation.ts"

/** What a package holds by its parts' names; XML as text. */
export type Parts = ReadonlyMap<string, string | Uint8Array>

/** A package without parts: the end of a zip's directory and nothing before it. */
const noParts = (): Uint8Array => Uint8Array.from([0x50, 0x4b, 5, 6, ...Array<number>(18).fill(0)])

/**
 * The parts of a presentation as PptxGenJS writes them. Its archive is taken from it before it is packed: packing takes
 * half as long as all before, and the finishing pass would only unpack it again.
 */
export const partsOf = async (deck: Presentation): Promise<Parts> => {
  const archives = new Set<Archive>()
  const add = deck.createChartMediaRels
  deck.createChartMediaRels = (target, archive, charts) => {
    archive.generateAsync = () => Promise.resolve(noParts())
    archives.add(archive)
    add(target, archive, charts)
  }
  await deck.write({ outputType: "uint8array" })
  const files = [...archives].flatMap(({ files }) => Object.values(files)).filter(({ dir }) => !dir)
  return new Map(
    await Promise.all(
      files.map(async (file) => {
        const content = /\.(xml|rels)$/.test(file.name) ? await file.async("string") : await file.async("uint8array")
        return [file.name, content] as const
      })
    )
  )
}
