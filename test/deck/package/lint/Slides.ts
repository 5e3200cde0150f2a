import { numbered, type Package, related } from "./Package.ts"
import { child, type Element, first, named, repeated, textOf } from "./Xml.ts"

/** The element with an object's name, id and alt text; undefined for elements that are no objects. */
const properties = (element: Element): Element | undefined =>
  element.children.find(({ name }) => name.startsWith("p:nv"))?.children.find(({ name }) => name === "p:cNvPr")

const objects = (root: Element): ReadonlyArray<Element> =>
  named(root, "p:sp", "p:pic", "p:graphicFrame", "p:cxnSp", "p:grpSp", "p:contentPart")

const placeholder = (element: Element): Element | undefined => first(element.children[0], "p:ph")

const blank = (text: string | undefined): boolean => (text ?? "").trim() === ""

const lintIds = (part: string, root: Element): ReadonlyArray<string> => {
  const ids = named(root, "p:cNvPr").map(({ attributes }) => attributes.id ?? "")
  return [
    ...repeated(ids).map((id) => `${part}: shape id ${id} is there twice`),
    ...ids.filter((id) => !/^[1-9]\d*$/.test(id)).map((id) => `${part}: shape id ${id} is no number`)
  ]
}

const lintAlt = (part: string, root: Element): ReadonlyArray<string> =>
  objects(root).flatMap((element) => {
    const cNvPr = properties(element)
    const { id, name = "", descr } = cNvPr?.attributes ?? {}
    const where = `${part}: object ${id} (${name})`
    const faults: Array<string> = []
    const text = element.name === "p:sp" && !blank(textOf(child(element, "p:txBody")))
    if (!text && blank(descr)) faults.push(`${where} has no alt text`)
    if (placeholder(element) !== undefined && !text && element.name === "p:sp") faults.push(`${where} is empty`)
    if (blank(name)) faults.push(`${where} has no name`)
    return faults
  })

const lintTitle = (part: string, root: Element): ReadonlyArray<string> => {
  const titles = objects(root).filter((element) =>
    ["title", "ctrTitle"].includes(placeholder(element)?.attributes.type ?? "")
  )
  if (titles.length !== 1) return [`${part}: has ${titles.length} titles`]
  return titles.filter((title) => blank(textOf(title))).map(() => `${part}: the title is empty`)
}

/** The kind of the master's placeholder that a layout's placeholder inherits from: title or text. */
const kindOf = ({ attributes }: Element): string =>
  ({ ctrTitle: "title", subTitle: "body", tbl: "body", chart: "body" })[attributes.type ?? ""] ??
  attributes.type ??
  "body"

/** Placeholders are looked up in the layout (by type and index), those of a layout in its master (by kind). */
const lintPlaceholders = (part: string, root: Element, parent: Element | undefined, by: "idx" | "type") => {
  const known = objects(parent ?? root).flatMap((element) => placeholder(element) ?? [])
  const same = (left: Element, right: Element) =>
    by === "type"
      ? kindOf(left) === kindOf(right)
      : left.attributes.type === right.attributes.type && left.attributes.idx === right.attributes.idx
  return objects(root).flatMap((element) => {
    const own = placeholder(element)
    if (own === undefined || known.some((other) => same(own, other))) return []
    return [`${part}: placeholder ${own.attributes.type ?? "of any kind"} ${own.attributes.idx ?? ""} fills nothing`]
  })
}

const lintRuns = (part: string, root: Element): ReadonlyArray<string> => {
  const runs = named(root, "a:r", "a:fld")
  const mute = runs.filter((run) => blank(child(run, "a:rPr")?.attributes.lang))
  return mute.length === 0 ? [] : [`${part}: ${mute.length} of ${runs.length} runs have no language`]
}

/** Checks orders that the format requires and PptxGenJS gets wrong. */
const lintParagraphs = (part: string, root: Element): ReadonlyArray<string> => {
  const wrong = named(root, "a:p").filter(({ children }) => children.some(({ name }, at) => name === "a:pPr" && at > 0))
  return wrong.length === 0 ? [] : [`${part}: ${wrong.length} paragraphs have their properties after a run`]
}

const parentOf = (pack: Package, part: string, type: string): Element | undefined =>
  pack.roots.get(related(pack, part, type)[0]?.target ?? "")

const lintNotes = (pack: Package, slide: string): ReadonlyArray<string> =>
  related(pack, slide, "notesSlide")
    .filter(
      ({ target }) =>
        related(pack, target, "slide")
          .map((back) => back.target)
          .join() !== slide
    )
    .map(({ target }) => `${target}: does not refer back to ${slide}`)

export const lintSlides = (pack: Package): ReadonlyArray<string> => {
  const faults: Array<string> = []
  const look = (folder: string, each: (part: string, root: Element) => ReadonlyArray<ReadonlyArray<string>>) => {
    for (const part of numbered(pack, folder)) {
      const root = pack.roots.get(part)
      if (root === undefined) continue
      faults.push(...lintIds(part, root), ...lintParagraphs(part, root), ...each(part, root).flat())
    }
  }
  look("ppt/slides", (part, root) => [
    lintAlt(part, root),
    lintTitle(part, root),
    lintPlaceholders(part, root, parentOf(pack, part, "slideLayout"), "idx"),
    lintRuns(part, root),
    lintNotes(pack, part),
    related(pack, part, "slideLayout").length === 1 ? [] : [`${part}: has not one layout`]
  ])
  look("ppt/notesSlides", (part, root) => [
    lintRuns(part, root),
    related(pack, part, "slide").length === 1 && related(pack, part, "notesMaster").length === 1
      ? []
      : [`${part}: belongs to no slide or no master`]
  ])
  look("ppt/slideLayouts", (part, root) => [
    lintPlaceholders(part, root, parentOf(pack, part, "slideMaster"), "type"),
    lintRuns(part, root)
  ])
  look("ppt/slideMasters", (part, root) => [lintRuns(part, root)])
  look("ppt/notesMasters", (part, root) => [lintRuns(part, root)])
  return faults
}
