import { lintArchive } from "./package/lint/Archive.ts"
import { lintCharts, lintWorkbook } from "./package/lint/Charts.ts"
import { lintConventions } from "./package/lint/Conventions.ts"
import { open } from "./package/lint/Package.ts"
import { lintPresentation } from "./package/lint/Presentation.ts"
import { lintSlides } from "./package/lint/Slides.ts"

const lintEmbedded = async (name: string, bytes: Uint8Array): Promise<ReadonlyArray<string>> => {
  const pack = await open(bytes)
  return [...lintArchive(bytes), ...lintConventions(pack), ...lintWorkbook(pack)].map((fault) => `${name}: ${fault}`)
}

/** What is wrong with a deck, in words; empty: nothing. */
export const lint = async (bytes: Uint8Array): Promise<ReadonlyArray<string>> => {
  const pack = await open(bytes)
  const workbooks = [...pack.parts].filter(([name]) => name.endsWith(".xlsx"))
  const embedded = await Promise.all(workbooks.map(([name, content]) => lintEmbedded(name, content)))
  return [
    ...lintArchive(bytes),
    ...lintConventions(pack),
    ...lintPresentation(pack),
    ...lintSlides(pack),
    ...lintCharts(pack),
    ...embedded.flat()
  ]
}
