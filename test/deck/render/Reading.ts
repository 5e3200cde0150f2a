import type { DeckPlan } from "../../../src/deck/Plan.ts"
import { write } from "../../../src/deck/package/Zip.ts"
import { correctNotes, correctSlide } from "../../../src/deck/render/Corrections.ts"
import { render } from "../../../src/deck/render/Render.ts"
import type { Rendered } from "../../../src/deck/render/Rendered.ts"
import { numbered, open, type Package } from "../package/lint/Package.ts"
import { child, type Element, first, named, parse, textOf } from "../package/lint/Xml.ts"

/** A rendered deck: as it is, and its slides and notes as they are once they are corrected. */
export interface Reading {
  readonly rendered: Rendered
  readonly pack: Package
  readonly slides: ReadonlyArray<Element>
  readonly notes: ReadonlyArray<Element>
  readonly master: Element
  readonly layouts: ReadonlyArray<Element>
  /** Of everything that was read. */
  readonly faults: ReadonlyArray<string>
}

const none: Element = { name: "", attributes: {}, children: [], text: "" }

export const readBack = async (plan: DeckPlan): Promise<Reading> => {
  const rendered = await render(plan)
  const pack = open(write(new Map(rendered.parts)))
  const faults = [...pack.faults]
  const strictly = (xml: string): Element => {
    const { root, faults: found } = parse(new TextEncoder().encode(xml))
    faults.push(...found)
    return root ?? none
  }
  const part = (name: string): string => new TextDecoder().decode(pack.parts.get(name))
  return {
    rendered,
    pack,
    slides: plan.slides.map((slide, at) =>
      strictly(correctSlide(part(`ppt/slides/slide${at + 1}.xml`), slide, plan.language))
    ),
    notes: plan.slides.map((_, at) => strictly(correctNotes(part(`ppt/notesSlides/notesSlide${at + 1}.xml`)))),
    master: pack.roots.get("ppt/slideMasters/slideMaster1.xml") ?? none,
    layouts: numbered(pack, "ppt/slideLayouts").map((name) => pack.roots.get(name) ?? none),
    faults
  }
}

const objectOf = (root: Element, name: string): Element | undefined =>
  named(root, "p:sp", "p:graphicFrame").find((shape) => first(shape, "p:cNvPr")?.attributes.name === name)

/** The object of a name; an empty element where there is none. */
export const object = (root: Element | undefined, name: string): Element => objectOf(root ?? none, name) ?? none

/** Where an object stands, in EMU: x, y, width, height; empty where it takes its layout's place. */
export const place = (shape: Element): ReadonlyArray<number> => {
  const [off, ext] = [first(shape, "a:off"), first(shape, "a:ext")]
  return off === undefined || ext === undefined
    ? []
    : [off.attributes.x, off.attributes.y, ext.attributes.cx, ext.attributes.cy].map(Number)
}

/** Theme slot or RGB of an object's first colour. */
export const color = (element: Element | undefined): string | undefined =>
  named(element, "a:schemeClr", "a:srgbClr")[0]?.attributes.val

export const placeholders = (root: Element | undefined): ReadonlyArray<Readonly<Record<string, string>>> =>
  named(root, "p:ph").map(({ attributes }) => attributes)

export const paragraphs = (element: Element | undefined): ReadonlyArray<string> => named(element, "a:p").map(textOf)

/** The text of a notes page itself. */
export const notesOf = (page: Element | undefined): ReadonlyArray<string> =>
  paragraphs(child(object(page, "Notes Placeholder 2"), "p:txBody"))
