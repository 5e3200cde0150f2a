import type { Parts } from "./Zip.ts"

const layoutOf = /slideLayouts\/(slideLayout\d+\.xml)/

const textOf = (parts: Parts, name: string): string => {
  const content = parts.get(name)
  return typeof content === "string" ? content : ""
}

/** The layout a slide stands on, by the slide's number. */
export const layoutOfSlide = (parts: Parts, number: number): string =>
  layoutOf.exec(textOf(parts, `ppt/slides/_rels/slide${number}.xml.rels`))?.[1] ?? ""

/** Layouts no slide stands on leave the package and the master's list. */
export const dropUnusedLayouts = (parts: Parts, used: ReadonlySet<string>): void => {
  const relations = "ppt/slideMasters/_rels/slideMaster1.xml.rels"
  const master = "ppt/slideMasters/slideMaster1.xml"
  const kept = textOf(parts, relations).replace(/<Relationship [^>]*\/>/g, (relation) => {
    const layout = layoutOf.exec(relation)?.[1]
    if (layout === undefined || used.has(layout)) return relation
    const id = /Id="([^"]*)"/.exec(relation)?.[1]
    parts.delete(`ppt/slideLayouts/${layout}`)
    parts.delete(`ppt/slideLayouts/_rels/${layout}.rels`)
    parts.set(master, textOf(parts, master).replace(new RegExp(`<p:sldLayoutId id="\\d+" r:id="${id}"/>`), ""))
    return ""
  })
  parts.set(relations, kept)
}
