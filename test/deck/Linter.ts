import { lintArchive } from "./package/lint/Archive.ts"
import { lintCharts, lintValues } from "./package/lint/Charts.ts"
import { lintConventions } from "./package/lint/Conventions.ts"
import { lintOrder } from "./package/lint/Order.ts"
import { numbered, open, type Package, related } from "./package/lint/Package.ts"
import { lintPresentation } from "./package/lint/Presentation.ts"
import { lintSlides } from "./package/lint/Slides.ts"
import { lintTheming } from "./package/lint/Theming.ts"

/** The faults of each chart's workbook, and the differences between both. */
const lintWorkbooks = (pack: Package): ReadonlyArray<string> => {
  const faults: Array<string> = []
  for (const part of numbered(pack, "ppt/charts")) {
    const root = pack.roots.get(part)
    for (const { target } of related(pack, part, "package")) {
      const bytes = pack.parts.get(target)
      if (bytes === undefined || root === undefined) continue
      const workbook = open(bytes)
      const inside = [...lintArchive(bytes), ...lintConventions(workbook), ...lintOrder(workbook)]
      faults.push(...inside.map((fault) => `${target}: ${fault}`), ...lintValues(part, root, workbook))
    }
  }
  return faults
}

/** The faults of a deck, as sentences. */
export const lint = (bytes: Uint8Array): ReadonlyArray<string> => {
  const pack = open(bytes)
  return [
    ...lintArchive(bytes),
    ...lintConventions(pack),
    ...lintOrder(pack),
    ...lintPresentation(pack),
    ...lintSlides(pack),
    ...lintTheming(pack),
    ...lintCharts(pack),
    ...lintWorkbooks(pack)
  ]
}
