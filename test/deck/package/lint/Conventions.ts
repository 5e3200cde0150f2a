import { type Package, sourceOf } from "./Package.ts"
import { all, named, repeated } from "./Xml.ts"

const contentTypes = "[Content_Types].xml"

const lintContentTypes = (pack: Package): ReadonlyArray<string> => {
  const types = pack.roots.get(contentTypes)
  const listed = named(types, "Override").map(({ attributes }) => (attributes.PartName ?? "").slice(1))
  const extensions = named(types, "Default").map(({ attributes }) => attributes.Extension ?? "")
  const untyped = [...pack.parts.keys()].filter(
    (name) => name !== contentTypes && !listed.includes(name) && !extensions.includes(name.split(".").at(-1) ?? "")
  )
  const plain = [...pack.parts.keys()].filter(
    (name) => name.endsWith(".xml") && name !== contentTypes && !listed.includes(name)
  )
  return [
    ...listed.filter((name) => !pack.parts.has(name)).map((name) => `content types: ${name} does not exist`),
    ...untyped.map((name) => `content types: ${name} has none`),
    ...plain.map((name) => `content types: ${name} is only XML`),
    ...repeated([...listed, ...extensions]).map((name) => `content types: ${name} has two`)
  ]
}

/** The attributes that name a relation. */
const relating = ["r:id", "r:embed", "r:link", "r:pict"]

const lintRelations = (pack: Package): ReadonlyArray<string> => {
  const faults: Array<string> = []
  for (const [source, relations] of pack.relations) {
    const from = source === "" ? "package" : source
    if (source !== "" && !pack.parts.has(source)) faults.push(`${source} has relations and does not exist`)
    for (const id of repeated(relations.map(({ id }) => id))) faults.push(`${from}: relation ${id} is there twice`)
    for (const { id, type, target, external } of relations) {
      if (external && (type !== "hyperlink" || !/^https?:/.test(target) || !URL.canParse(target)))
        faults.push(`${from}: relation ${id} leads outside, to ${target}`)
      if (!external && !pack.parts.has(target))
        faults.push(`${from}: relation ${id} leads to ${target}, which does not exist`)
    }
  }
  for (const [name, root] of pack.roots) {
    const known = new Set(pack.relations.get(name)?.map(({ id }) => id))
    for (const { name: element, attributes } of all(root)) {
      for (const attribute of relating) {
        const id = attributes[attribute]
        if (id !== undefined && !known.has(id)) {
          faults.push(`${name}: ${element} names relation ${id || "nothing"}, which does not exist`)
        }
      }
    }
  }
  return faults
}

/** Parts that no chain of relations from the package reaches. */
const lintOrphans = (pack: Package): ReadonlyArray<string> => {
  const seen = new Set<string>([contentTypes, ""])
  const waiting = [""]
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    for (const { target, external } of pack.relations.get(source) ?? []) {
      if (!external && !seen.has(target)) waiting.push(target)
      if (!external) seen.add(target)
    }
  }
  return [...pack.parts.keys()]
    .filter((name) => !seen.has(name.endsWith(".rels") ? sourceOf(name) : name))
    .map((name) => `${name} is not reached from anywhere`)
}

/** Checks that apply to every Open Packaging file: the deck and the workbooks in it. */
export const lintConventions = (pack: Package): ReadonlyArray<string> => [
  ...pack.faults,
  ...lintContentTypes(pack),
  ...lintRelations(pack),
  ...lintOrphans(pack)
]
