import { posix } from "node:path"
import type { Document } from "domhandler"
import { boundedParts } from "../BoundedZip.ts"
import { relationsName } from "./TemplateRelations.ts"
import { all, parse } from "./Xml.ts"

/** Bytes of a template's file. */
export const maxTemplateSize = 20 * 1024 * 1024

const limits = { bytes: 4 * maxTemplateSize, parts: 2_000 }

/** Ends the reading of a template that a deck cannot have; the reason is the end of a sentence. */
export const refuseUnless: (holds: boolean, reason: string) => asserts holds = (holds, reason) => {
  if (!holds) throw new Error(reason)
}

/** A part that a deck takes from a template as it is. */
export interface TemplatePart {
  readonly name: string
  readonly content: Uint8Array
  /** Its content type; empty for relations. */
  readonly type: string
}

/** The last word of a relation's type, and the part that it leads to or an address. */
interface TemplateRelation {
  readonly id: string
  readonly type: string
  readonly target: string
  readonly isExternal: boolean
}

/** Parts that each deck has itself. */
const own = new RegExp(
  "(^|/)_rels/|^(docProps/|\\[Content_Types\\]|ppt/(presentation\\.|tableStyles\\.|theme/notesTheme|" +
    "(slides|charts|notesSlides|notesMasters)/|embeddings/Microsoft_Excel_Worksheet\\d))"
)

const active = /vba|macro|control|activex/i

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** The text of a part. What declares entities is refused, since some programs expand them. */
const textOf = (name: string, content: Uint8Array | undefined): string => {
  refuseUnless(content !== undefined, `${name} is not there`)
  const text = utf8.decode(content)
  refuseUnless(!/<!(?!--|\[CDATA\[)/.test(text), `${name} declares a document type`)
  return text
}

/** The parts of a template's file, of which nothing is known yet but that they are not too many or too large. */
export const templateParts = (file: Uint8Array) => {
  const { parts, hasTwins } = boundedParts(file, limits)
  refuseUnless(!hasTwins, "two of its parts have one name")
  const read = (name: string): Document => parse(textOf(name, parts[name]))

  const relationsOf = (name: string): ReadonlyArray<TemplateRelation> => {
    const relations = relationsName(name)
    if (parts[relations] === undefined) return []
    return all(read(relations), "Relationship").map(({ attribs: { Id = "", Type = "", Target = "", TargetMode } }) => {
      const isExternal = TargetMode === "External"
      const target = Target.startsWith("/") ? Target.slice(1) : posix.join(posix.dirname(name), Target)
      return { id: Id, type: Type.split("/").at(-1) ?? "", target: isExternal ? Target : target, isExternal }
    })
  }

  const types = read("[Content_Types].xml")
  const overrides = new Map(all(types, "Override").map(({ attribs }) => [attribs.PartName, attribs.ContentType]))
  const defaults = new Map(all(types, "Default").map(({ attribs }) => [attribs.Extension, attribs.ContentType]))
  const typeOf = (name: string): string => overrides.get(`/${name}`) ?? defaults.get(name.split(".").at(-1)) ?? ""

  const check = (name: string, { type, target, isExternal }: TemplateRelation): void => {
    refuseUnless(!isExternal || type === "hyperlink", `${name} refers to ${target}, which is not in the file`)
    refuseUnless(!active.test(type) && !active.test(typeOf(target)), `${name} has macros or controls`)
    refuseUnless(isExternal || !own.test(target), `${name} leads to ${target}, which each deck has itself`)
  }

  const partNamed = (name: string): TemplatePart => {
    const content = parts[name] ?? new Uint8Array()
    if (/\.(xml|vml|svg)$/.test(name) || parts[name] === undefined) textOf(name, parts[name])
    refuseUnless(typeOf(name) !== "", `${name} has no content type`)
    return { name, content, type: typeOf(name) }
  }

  const relationsPart = (name: string): ReadonlyArray<TemplatePart> => {
    const relations = relationsName(name)
    const content = parts[relations]
    return content === undefined ? [] : [{ name: relations, content, type: "" }]
  }

  /** A part, and all that it leads to. */
  const carried = (root: string): ReadonlyArray<TemplatePart> => {
    const names = new Set([root])
    for (const name of names) {
      for (const relation of relationsOf(name)) {
        check(name, relation)
        if (!relation.isExternal) names.add(relation.target)
      }
    }
    return [...names].flatMap((name) => [partNamed(name), ...relationsPart(name)])
  }

  return { read, relationsOf, typeOf, carried }
}
