import type { Document, Element } from "domhandler"
import { all, remove } from "./Xml.ts"

/** The relations of a part, by the last word of their type. */
const related = (relations: Document, type: string): ReadonlyArray<Element> =>
  all(relations, "Relationship").filter(({ attribs }) => attribs.Type?.endsWith(`/${type}`))

const lead = (relations: Document, type: string, target: string): void => {
  for (const relation of related(relations, type)) relation.attribs.Target = target
}

/** PptxGenJS counts slides in each presentation, and charts in its process; the deck counts them all, and its own only. */
export const countedHere = (
  relations: Document,
  number: number,
  layout: number,
  charts: ReadonlyArray<{ readonly number: number }>
): void => {
  lead(relations, "slideLayout", `../slideLayouts/slideLayout${layout}.xml`)
  lead(relations, "notesSlide", `../notesSlides/notesSlide${number}.xml`)
  // From the part's folder, as Office writes them: some tools that edit presentations know no others.
  for (const [at, chart] of related(relations, "chart").entries())
    chart.attribs.Target = `../charts/chart${charts[at]?.number}.xml`
}

/** It relates every slide to a page of notes. */
export const noEmptyNotes = (relations: Document): void => remove(...related(relations, "notesSlide"))

/** It writes a relation for each run that is linked, of which a slide can have hundreds, to few targets. */
export const oneForEachTarget = (slide: Document, relations: Document): void => {
  const known = new Map<string | undefined, string>()
  const ids = new Map<string | undefined, string>()
  for (const relation of [...related(relations, "slide"), ...related(relations, "hyperlink")]) {
    const { Id = "", Target } = relation.attribs
    const id = known.get(Target) ?? Id
    known.set(Target, id)
    ids.set(Id, id)
    if (id !== Id) remove(relation)
  }
  for (const { attribs } of all(slide, "a:hlinkClick")) attribs["r:id"] = ids.get(attribs["r:id"]) ?? ""
}

/** Makes the relations of a page of notes, and of a chart, lead to the deck's own parts. */
export const leadToSlide = (relations: Document, number: number): void =>
  lead(relations, "slide", `../slides/slide${number}.xml`)

export const leadToWorkbook = (relations: Document, name: string): void =>
  lead(relations, "package", `../embeddings/${name}`)
