import { posix } from "node:path"
import { header } from "./XmlText.ts"

export const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

/** A reference of a part: the last word of the relation's type, and another part's path from the package's root. */
export type Relation = readonly [type: string, target: string]

/** The id of the relation at this place of a list. */
export const relationId = (at: number): string => `rId${at + 1}`

const typeOf = (type: string): string =>
  type === "core-properties"
    ? "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"
    : `${office}/${type}`

/**
 * A part's relations, in the order of their ids; the package's own for the part "". Targets are written as Office writes
 * them, from the part's folder: some tools that edit presentations know no others.
 */
export const relationsXml = (part: string, relations: ReadonlyArray<Relation>): string =>
  `${header}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
  relations
    .map(
      ([type, target], at) =>
        `<Relationship Id="${relationId(at)}" Type="${typeOf(type)}" ` +
        `Target="${posix.relative(posix.dirname(part), target)}"/>`
    )
    .join("") +
  "</Relationships>"

/** Where a part's relations stand. */
export const relationsName = (part: string): string => part.replace(/([^/]*)$/, "_rels/$1.rels")
