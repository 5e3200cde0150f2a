import type { Document, Element } from "domhandler"
import type { Box } from "../DeckPlan.ts"
import { contrast } from "./Contrast.ts"
import type { Layout, Slot } from "./Slots.ts"
import { isDistinct, statusColors, textContrast } from "./StatusColors.ts"
import { refuseUnless, type TemplatePart, templateParts } from "./TemplateParts.ts"
import { all, child, elements, first } from "./Xml.ts"

/** What decks take from a company's presentation: its first slide master with the layouts, the theme and all pictures. */
export interface Template {
  /** Inches of a slide. */
  readonly slide: Pick<Box, "w" | "h">
  readonly layouts: Readonly<Record<"cover" | "content" | "titleOnly", Layout>>
  /** Slots of the theme for text: one that no status looks like, and one for what matters less. */
  readonly colors: { readonly accent: string; readonly muted: string }
  readonly themeName: string
  /** Whether its text is as wide as it is measured. */
  readonly isArial: boolean
  readonly master: { readonly part: string; readonly theme: string; readonly id: string }
  readonly parts: ReadonlyArray<TemplatePart>
}

const emuPerInch = 914_400

/** Inches that slides have at least. */
const leastSlides = { w: 10, h: 5.6 }

/** Inches that a deck needs at least on slides as wide as ours; on others it is as much larger or smaller as their text. */
const least = {
  content: { w: 32 / 3, h: 3.5 },
  // Two lines of 16 points, and one of 24 on a cover.
  title: { w: 8, h: 0.543 },
  cover: { w: 16 / 3, h: 0.407 }
}

/** The least contrast of a status' colour with the paper. */
const markContrast = 2.5

const shown = (inches: number): string => `${Math.round(inches * 100) / 100}`

const refuseSmall = (what: string, { w, h }: Pick<Box, "w" | "h">, needed: Pick<Box, "w" | "h">, scale = 1): void => {
  const [width, height] = [needed.w * scale, needed.h * scale]
  const reason = `${what} ${shown(w)} × ${shown(h)} in; decks need ${shown(width)} × ${shown(height)} in at least`
  refuseUnless(w >= width - 0.01 && h >= height - 0.01, reason)
}

/** A layout's part as read, with its master's. */
interface Page {
  readonly part: string
  readonly name: string
  readonly type: string
  readonly root: Document
  readonly master: Document
}

const placeholderOf = (shape: Element): Element | undefined => first(child(shape, "p:nvSpPr"), "p:ph")

/** The kind of the master's placeholder from which one inherits. */
const kindOf = (shape: Element): string => {
  const { type = "obj" } = placeholderOf(shape)?.attribs ?? {}
  if (type === "ctrTitle" || type === "title") return "title"
  return ["ftr", "sldNum", "dt"].includes(type) ? type : "body"
}

const shapesOf = (root: Document): ReadonlyArray<Element> =>
  all(root, "p:sp").filter((shape) => placeholderOf(shape) !== undefined)

const inches = (element: Element | undefined, key: string): number => Number(element?.attribs[key]) / emuPerInch

const boxIn = (shape: Element | undefined): Box | undefined => {
  const frame = child(child(shape, "p:spPr"), "a:xfrm")
  const [off, ext] = [child(frame, "a:off"), child(frame, "a:ext")]
  const box = { x: inches(off, "x"), y: inches(off, "y"), w: inches(ext, "cx"), h: inches(ext, "cy") }
  return Object.values(box).every(Number.isFinite) ? box : undefined
}

const anchors: Readonly<Record<string, Slot["anchor"]>> = { t: "top", ctr: "middle", b: "bottom" }

const slotOf = (page: Page, name: Slot["name"], shape: Element): Slot => {
  const parent = shapesOf(page.master).find((other) => kindOf(other) === kindOf(shape))
  const box = boxIn(shape) ?? boxIn(parent)
  refuseUnless(box !== undefined, `the ${name} of its layout "${page.name}" has no place`)
  const { type = "obj", idx } = placeholderOf(shape)?.attribs ?? {}
  const look = (one: Element | undefined) => first(first(one, "a:lstStyle"), "a:defRPr")?.attribs.sz
  const size = kindOf(shape) === "ftr" ? Number(look(shape) ?? look(parent) ?? 1200) / 100 : 0
  const anchor = first(shape, "a:bodyPr")?.attribs.anchor ?? first(parent, "a:bodyPr")?.attribs.anchor ?? "t"
  return {
    ...{
      name,
      label: name[0]?.toUpperCase() + name.slice(1),
      type,
      index: idx === undefined ? null : Number(idx),
      box
    },
    ...{ size, bold: name === "title", color: name === "subtitle" ? "muted" : "ink" },
    anchor: anchors[anchor] ?? "top"
  }
}

const kinds: ReadonlyArray<readonly [name: Slot["name"], kind: string]> = [
  ["footer", "ftr"],
  ["number", "sldNum"]
]

/** A page's title, what its other text or content is called, and its footer and number if it has them. */
const layoutOf = (page: Page, body: "body" | "subtitle" | null): Layout => {
  const shapes = shapesOf(page.root)
  const area = (shape: Element): number => (boxIn(shape)?.w ?? 0) * (boxIn(shape)?.h ?? 0)
  const title = shapes.find((shape) => kindOf(shape) === "title")
  refuseUnless(title !== undefined, `its layout "${page.name}" has no title`)
  const [largest] = shapes.filter((shape) => kindOf(shape) === "body").sort((one, other) => area(other) - area(one))
  refuseUnless(body === null || largest !== undefined, `its layout "${page.name}" has nothing but a title`)
  const others = kinds.flatMap(([name, kind]) =>
    shapes.filter((shape) => kindOf(shape) === kind).map((shape) => slotOf(page, name, shape))
  )
  const text = body === null || largest === undefined ? [] : [slotOf(page, body, largest)]
  return { part: page.part, slots: [slotOf(page, "title", title), ...text, ...others] }
}

const boxNamed = ({ slots }: Layout, name: Slot["name"]): Box =>
  slots.find((slot) => slot.name === name)?.box ?? { x: 0, y: 0, w: 0, h: 0 }

const layoutsOf = (pages: ReadonlyArray<Page>, slideWidth: number): Template["layouts"] => {
  const scale = slideWidth / (40 / 3)
  const page = (type: string, name: string): Page => {
    const isNamed = (each: Page) => each.name.toLowerCase() === name.toLowerCase()
    const found = pages.find((each) => each.type === type) ?? pages.find(isNamed)
    refuseUnless(found !== undefined, `it has no layout "${name}" (type ${type})`)
    return found
  }
  const cover = layoutOf(page("title", "Title Slide"), "subtitle")
  const content = layoutOf(page("obj", "Title and Content"), "body")
  const titleOnly = layoutOf(page("titleOnly", "Title Only"), null)
  refuseSmall("the title of its cover has", boxNamed(cover, "title"), least.cover, scale)
  refuseSmall("the title of its slides has", boxNamed(titleOnly, "title"), least.title, scale)
  refuseSmall("the content of its slides has", boxNamed(content, "body"), least.content, scale)
  return { cover, content, titleOnly }
}

/** The theme's colours as `RRGGBB`, by the names that slides of the master use. */
const colorsOf = (theme: Document, master: Document): ReadonlyMap<string, string> => {
  const known = new Map(
    elements(first(theme, "a:clrScheme")).map((entry) => {
      const { lastClr, val = "" } = elements(entry)[0]?.attribs ?? {}
      return [entry.name.replace("a:", ""), (lastClr ?? val).toUpperCase()] as const
    })
  )
  return new Map(
    Object.entries(first(master, "p:clrMap")?.attribs ?? {}).map(([name, slot]) => [name, known.get(slot) ?? ""])
  )
}

const accents = ["accent1", "accent2", "accent3", "accent4", "accent5", "accent6"]

/** The colour behind a master's slides; a picture there is not known. */
const paperOf = (master: Document, colors: ReadonlyMap<string, string>): string => {
  const { val = "bg1" } = all(first(master, "p:bg"), "a:schemeClr", "a:srgbClr")[0]?.attribs ?? {}
  return colors.get(val) ?? val
}

/** Slots that can be read on the paper; where there is none, the text's own. */
const textColors = (master: Document, colors: ReadonlyMap<string, string>): Template["colors"] => {
  const paper = paperOf(master, colors)
  for (const color of Object.values(statusColors))
    refuseUnless(contrast(paper, color) >= markContrast, `its background, ${paper}, hides the colours of statuses`)
  const readable = (slot: string): boolean => contrast(paper, colors.get(slot) ?? paper) >= textContrast
  const accent = accents.find((slot) => readable(slot) && isDistinct(colors.get(slot) ?? ""))
  return { accent: accent ?? "tx1", muted: readable("tx2") ? "tx2" : "tx1" }
}

const arial = /^(arial|arimo|helvetica|liberation sans|nimbus sans)\b/i

/** Reads a company's template, or throws an error that says what it lacks. */
export const readTemplate = (file: Uint8Array): Template => {
  const { read, relationsOf, typeOf, carried } = templateParts(file)
  const targetOf = (part: string, type: string, id?: string): string => {
    const found = relationsOf(part).find((one) => one.type === type && (id === undefined || one.id === id))
    refuseUnless(found !== undefined && !found.isExternal, `${part || "it"} has no ${type}`)
    return found.target
  }
  const main = targetOf("", "officeDocument")
  refuseUnless(!/macro/i.test(typeOf(main)), "it may have macros: save it as .pptx")
  const presentation = read(main)
  const [masterId, size] = [first(presentation, "p:sldMasterId"), first(presentation, "p:sldSz")]
  const slide = { w: inches(size, "cx"), h: inches(size, "cy") }
  refuseSmall("its slides have", slide, leastSlides)
  const part = targetOf(main, "slideMaster", masterId?.attribs["r:id"])
  const [master, theme] = [read(part), targetOf(part, "theme")]
  const pages = all(master, "p:sldLayoutId").map(({ attribs }): Page => {
    const layout = targetOf(part, "slideLayout", attribs["r:id"])
    const root = read(layout)
    const name = first(root, "p:cSld")?.attribs.name ?? ""
    return { part: layout, name, type: first(root, "p:sldLayout")?.attribs.type ?? "", root, master }
  })
  const themeRoot = read(theme)
  const fonts = all(themeRoot, "a:majorFont", "a:minorFont").map(
    (font) => child(font, "a:latin")?.attribs.typeface ?? ""
  )
  return {
    ...{ slide, layouts: layoutsOf(pages, slide.w), colors: textColors(master, colorsOf(themeRoot, master)) },
    themeName: first(themeRoot, "a:theme")?.attribs.name ?? "",
    isArial: fonts.every((font) => arial.test(font)),
    master: { part, theme, id: masterId?.attribs.id ?? "" },
    parts: carried(part)
  }
}
