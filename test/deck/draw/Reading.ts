import type { DeckPlan } from "../../../src/deck/DeckPlan.ts"
import { deckFile } from "../../../src/deck/package/DeckFile.ts"
import { numbered, open, type Package } from "../package/lint/Package.ts"
import { child, type Element, first, named, textOf } from "../package/lint/Xml.ts"

/** A deck's file as read back. */
export interface Reading {
  readonly pack: Package
  readonly slides: ReadonlyArray<Element>
  readonly layouts: ReadonlyArray<Element>
  readonly charts: ReadonlyArray<Element>
}

const none: Element = { name: "", attributes: {}, children: [], text: "" }

export const readBack = async (plan: DeckPlan): Promise<Reading> => {
  const pack = open(await deckFile(plan))
  const roots = (folder: string) => numbered(pack, folder).map((name) => pack.roots.get(name) ?? none)
  return { pack, slides: roots("ppt/slides"), layouts: roots("ppt/slideLayouts"), charts: roots("ppt/charts") }
}

/** The first object whose name begins with `name`; an empty element if there is none. */
export const object = (root: Element | undefined, name: string): Element =>
  named(root, "p:sp", "p:graphicFrame").find((shape) => first(shape, "p:cNvPr")?.attributes.name?.startsWith(name)) ??
  none

export const emu = (...inches: ReadonlyArray<number>): ReadonlyArray<number> =>
  inches.map((inch) => Math.round(inch * 914_400))

/** An object's x, y, width and height in EMU; empty if it has its layout's position. */
export const place = (shape: Element): ReadonlyArray<number> => {
  const frame = named(shape, "a:xfrm", "p:xfrm")[0]
  const [off, ext] = [child(frame, "a:off"), child(frame, "a:ext")]
  return off === undefined || ext === undefined
    ? []
    : [off.attributes.x, off.attributes.y, ext.attributes.cx, ext.attributes.cy].map(Number)
}

/** An object's first colour: a slot of the theme, or `RRGGBB`. */
export const color = (element: Element | undefined): string | undefined =>
  named(element, "a:schemeClr", "a:srgbClr")[0]?.attributes.val

export const placeholders = (root: Element | undefined): ReadonlyArray<string> =>
  named(root, "p:ph").map(({ attributes }) => `${attributes.type ?? "any"} ${attributes.idx ?? ""}`.trim())

export const paragraphs = (element: Element | undefined): ReadonlyArray<string> => named(element, "a:p").map(textOf)

export const values = (element: Element | undefined, name: string, key = "val"): ReadonlyArray<string | undefined> =>
  named(element, name).map(({ attributes }) => attributes[key])
