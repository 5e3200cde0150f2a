import type { Plugin, Rolldown } from "vite"

/** The items of a list of imports or exports, each `from as to`. */
const renamings = (list: string): ReadonlyArray<readonly [from: string, to: string]> =>
  list.split(",").map((item) => {
    const [from = "", to = from] = item.split(" as ")
    return [from, to]
  })

const importList = /^import\{([^}]+)\}/
const exportList = /export\{([^}]+)\};?\s*$/

const rename = (exporter: Rolldown.OutputChunk, importer: Rolldown.OutputChunk): void => {
  const [, imported = ""] = importList.exec(importer.code) ?? []
  const [, exported = ""] = exportList.exec(exporter.code) ?? []
  const names = new Map(renamings(imported))
  const own = renamings(exported).map(([from, to]) => [from, names.get(to)] as const)
  if (own.some(([, to]) => to === undefined)) return
  exporter.code = exporter.code.replace(exportList, () => `export{${own.map(([from, to]) => `${from} as ${to}`)}};`)
  importer.code = importer.code.replace(importList, () => `import{${own.map(([, to]) => to)}}`)
}

/**
 * Exports get the names that the only file which imports them has for them, so that its import needs no `as`. File names
 * are given before, by a hash of both files, since each names the other: equal names still mean equal contents.
 */
export const importersNames: Plugin = {
  name: "importers-names",
  generateBundle: (_, bundle) => {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk")
    for (const exporter of chunks) {
      const [importer, ...others] = chunks.filter(({ imports }) => imports.includes(exporter.fileName))
      if (importer?.imports.length === 1 && others.length === 0) rename(exporter, importer)
    }
  }
}
