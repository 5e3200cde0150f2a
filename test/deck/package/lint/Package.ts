import { posix } from "node:path"
import { unzipSync } from "fflate"
import { type Element, parse } from "./Xml.ts"

interface Relation {
  readonly id: string
  /** The last segment of the relation's type: `slide`, `slideLayout`, `notesSlide` … */
  readonly type: string
  /** The name of the target part, or the address of an external target. */
  readonly target: string
  readonly external: boolean
}

export interface Package {
  /** The contents by part name, without the leading slash. */
  readonly parts: ReadonlyMap<string, Uint8Array>
  /** The root of each part that is well-formed XML. */
  readonly roots: ReadonlyMap<string, Element>
  /** Relations by the part that they belong to; those of the package under the empty name. */
  readonly relations: ReadonlyMap<string, ReadonlyArray<Relation>>
  readonly faults: ReadonlyArray<string>
}

const relationsOf = (source: string, root: Element): ReadonlyArray<Relation> =>
  root.children.map(({ attributes }) => {
    const { Id = "", Type = "", Target = "", TargetMode } = attributes
    const external = TargetMode === "External"
    const target = Target.startsWith("/") ? Target.slice(1) : posix.join(posix.dirname(source), Target)
    return { id: Id, type: Type.split("/").at(-1) ?? "", target: external ? Target : target, external }
  })

/** `ppt/slides/_rels/slide1.xml.rels` → `ppt/slides/slide1.xml`. */
export const sourceOf = (rels: string): string => rels.replace(/_rels\/([^/]*)\.rels$/, "$1")

export const open = (bytes: Uint8Array): Package => {
  const parts = new Map<string, Uint8Array>()
  const roots = new Map<string, Element>()
  const relations = new Map<string, ReadonlyArray<Relation>>()
  const faults: Array<string> = []
  for (const [name, content] of Object.entries(unzipSync(bytes))) {
    if (name.endsWith("/")) continue
    parts.set(name, content)
    if (!/\.(xml|rels|vml)$/.test(name)) continue
    const parsed = parse(content)
    faults.push(...parsed.faults.map((fault) => `${name}: ${fault}`))
    if (parsed.root === null) continue
    roots.set(name, parsed.root)
    if (name.endsWith(".rels")) relations.set(sourceOf(name), relationsOf(sourceOf(name), parsed.root))
  }
  return { parts, roots, relations, faults }
}

export const related = (pack: Package, source: string, type: string): ReadonlyArray<Relation> =>
  (pack.relations.get(source) ?? []).filter((relation) => relation.type === type)

/** The part that a relation id of a part leads to. */
export const target = (pack: Package, source: string, id: string | undefined): string | undefined =>
  pack.relations.get(source)?.find((relation) => relation.id === id)?.target

/** Parts whose path is like this, by the number in it. */
export const numbered = (pack: Package, folder: string): ReadonlyArray<string> =>
  [...pack.parts.keys()]
    .filter((name) => name.startsWith(`${folder}/`) && /^[a-zA-Z]+\d+\.xml$/.test(name.slice(folder.length + 1)))
    .sort((left, right) => Number(left.match(/\d+/)?.[0]) - Number(right.match(/\d+/)?.[0]))
