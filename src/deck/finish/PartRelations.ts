import type { Document, Element } from "domhandler"
import { all, remove } from "../templates/Xml.ts"

/** The relations of a part, by the last word of their type. */
const related = (relations: Document, type: string): ReadonlyArray<Element> =>
  all(relations, "Relationship").filter(({ attribs }) => attribs.Type?.endsWith(`/${type}`))

/** What relations of a part in a folder below `ppt` lead to. */
export const targetsOf = (relations: Document, type: string): ReadonlyArray<string> =>
  related(relations, type).map(({ attribs }) => attribs.Target?.replace(/^(\.\.|\/ppt)/, "ppt") ?? "")

/** Leads relations elsewhere: from the part's folder, as Office writes them, since some tools know no others. */
export const lead = (relations: Document, type: string, names: ReadonlyArray<string>): void => {
  for (const [at, { attribs }] of related(relations, type).entries())
    attribs.Target = names[at]?.replace("ppt", "..") ?? ""
}

/** PptxGenJS relates every slide to a page of notes. */
export const noEmptyNotes = (relations: Document): void => remove(...related(relations, "notesSlide"))
