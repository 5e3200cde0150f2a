import type { Plugin, Rolldown } from "vite"
import { visit } from "./Edits.ts"

/** The name of the list in the file that imports it, which the minifier leaves. */
export const listName = "Q"

/** The items of a list of imports or exports, each `from as to`. */
const renamings = (list: string): ReadonlyArray<readonly [from: string, to: string]> =>
  list.split(",").map((item) => {
    const [from = "", to = from] = item.split(" as ")
    return [from, to]
  })

/** The names that a module assigns to after their declaration, in any scope. */
const assignedNames = (code: string): ReadonlySet<string> => {
  const names = new Set<string>()
  // Nodes are visited in the order of the code, so a name before the end of a target is part of it.
  let targetEnd = 0
  const target = (node: { readonly type: string; readonly end: number }) => {
    if (node.type !== "MemberExpression" && node.type !== "VariableDeclaration")
      targetEnd = Math.max(targetEnd, node.end)
  }
  visit(code, {
    AssignmentExpression: ({ left }) => target(left),
    UpdateExpression: ({ argument }) => target(argument),
    ForInStatement: ({ left }) => target(left),
    ForOfStatement: ({ left }) => target(left),
    Identifier: ({ name, start }) => {
      if (start < targetEnd) names.add(name)
    }
  })
  return names
}

const importList = /^import\{([^}]+)\}from([^;]+);/
const exportList = /export\{([^}]+)\};?\s*$/

/** Makes one file export a list of its values, which the other takes apart, and the variables whose values change. */
export const shareList = (exporter: Pick<Rolldown.OutputChunk, "code">, importer: typeof exporter): void => {
  const [, imported = "", from = ""] = importList.exec(importer.code) ?? []
  const [, exported = ""] = exportList.exec(exporter.code) ?? []
  const names = new Map(renamings(imported))
  const own = renamings(exported).map(([inside, outside]) => [inside, names.get(outside)] as const)
  if (own.some(([, name]) => name === undefined)) return
  const assigned = assignedNames(exporter.code)
  const variables = own.filter(([inside]) => assigned.has(inside))
  const values = own.filter(([inside]) => !assigned.has(inside))
  exporter.code = exporter.code.replace(exportList, () =>
    [
      `export default[${values.map(([inside]) => inside)}];`,
      variables.length > 0 && `export{${variables.map(([inside, name]) => `${inside} as ${name}`)}};`
    ]
      .filter(Boolean)
      .join("")
  )
  const others = variables.length > 0 ? `,{${variables.map(([, name]) => name)}}` : " "
  importer.code = importer.code.replace(
    importList,
    () => `import ${listName}${others}from${from};let[${values.map(([, name]) => name)}]=${listName};`
  )
}

/**
 * What a file exports to the only file that imports it is a list, in which names need no `as`, and other exports have
 * the importer's names. File names are given before, by a hash of both files, since each names the other: equal names
 * still mean equal contents.
 */
export const sharedList: Plugin = {
  name: "shared-list",
  generateBundle: (_, bundle) => {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk")
    for (const exporter of chunks) {
      const [importer, ...others] = chunks.filter(({ imports }) => imports.includes(exporter.fileName))
      if (importer?.imports.length === 1 && others.length === 0) shareList(exporter, importer)
    }
  }
}
