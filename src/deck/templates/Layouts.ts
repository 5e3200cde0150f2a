import type { Block, Box, LayoutName, Placeholder, SlidePlan } from "../DeckPlan.ts"
import type { Layout, Slot } from "./Slots.ts"
import { template } from "./Template.ts"

/** A layout of the service's own. */
export interface OwnLayout extends Layout {
  /** As people see it when they choose a layout. */
  readonly label: string
  /** The format's name for what the layout holds. */
  readonly type: string
}

/** Inches: 12,192,000 EMU, as PowerPoint has 16:9. */
const slideWidth = 40 / 3

/**
 * What an inch and a point of a plan are in the file: decks are laid out as if a company's slides were as wide as ours, so
 * that they look the same on a screen.
 */
export const scale = template === null ? 1 : template.slide.w / slideWidth

export const slideSize = { w: slideWidth, h: template === null ? 7.5 : template.slide.h / scale }

export const scaledBox = ({ x, y, w, h }: Box, by = scale): Box => ({ x: x * by, y: y * by, w: w * by, h: h * by })

/** All that is free below a content slide's title. */
const content: Box = { x: 0.6, y: 1.45, w: slideWidth - 1.2, h: 5.4 }

/** Left of the cover's text, in the team's colour. */
export const band: Box = { x: 0, y: 0, w: 2.4, h: 7.5 }

/** The bar of the accent colour left of a content slide's title. */
export const bar: Box = { x: 0.6, y: 0.42, w: 0.09, h: 0.62 }

/** Inches: the line under a content slide's title. */
export const hairline = { x: 0.6, y: 1.28, w: content.w }

const title: Slot = {
  ...{ name: "title", label: "Title", type: "title", index: null, box: { x: 0.85, y: 0.35, w: 11.8, h: 0.85 } },
  ...{ size: 24, bold: true, color: "ink", anchor: "middle" }
}

const body: Slot = {
  ...{ name: "body", label: "Content", type: "obj", index: 1, box: content },
  ...{ size: 16, bold: false, color: "ink", anchor: "top" }
}

const footer: Slot = {
  ...{ name: "footer", label: "Footer", type: "ftr", index: 10, box: { x: 0.6, y: 7.05, w: 9, h: 0.2 } },
  ...{ size: 10, bold: false, color: "muted", anchor: "top" }
}

const number: Slot = {
  ...{ ...footer, name: "number", label: "Slide Number", type: "sldNum", index: 11 },
  box: { ...footer.box, x: slideWidth - 1.6, w: 1 }
}

const coverX = band.w + 0.8
const coverBox: Box = { x: coverX, y: 1.6, w: slideWidth - coverX - 0.6, h: 2.3 }

const cover: OwnLayout = {
  ...{ label: "Cover", type: "title", part: "ppt/slideLayouts/slideLayout1.xml" },
  slots: [
    { ...title, type: "ctrTitle", box: coverBox, size: 40, anchor: "bottom" },
    {
      ...{ ...body, name: "subtitle", label: "Subtitle", type: "subTitle", size: 20, color: "muted" },
      box: { ...coverBox, y: 4.15, h: 2.2 }
    }
  ]
}

const withContent: OwnLayout = {
  ...{ label: "Title and content", type: "obj", part: "ppt/slideLayouts/slideLayout2.xml" },
  slots: [title, body, footer, number]
}

const titleOnly: OwnLayout = {
  ...{ label: "Title only", type: "titleOnly", part: "ppt/slideLayouts/slideLayout3.xml" },
  slots: [title, footer, number]
}

/** In the order in which people see them; all are in every deck that has no company's template. */
export const ownLayouts: ReadonlyArray<OwnLayout> = [cover, withContent, titleOnly]

/** The placeholders of the master to which all of them belong. */
export const masterSlots: ReadonlyArray<Slot> = [title, { ...body, type: "body" }, footer, number]

const { layouts } = template ?? { layouts: { cover, titleOnly, content: withContent } }

const laidOut = ({ part, slots }: Layout): Layout => ({
  part,
  slots: slots.map((slot) => ({ ...slot, box: scaledBox(slot.box, 1 / scale), size: slot.size / scale }))
})
const known = {
  cover: laidOut(layouts.cover),
  titleOnly: laidOut(layouts.titleOnly),
  content: laidOut(layouts.content)
}

const layoutOf = (name: LayoutName): Layout => (name === "cover" || name === "titleOnly" ? known[name] : known.content)

/** The part of a layout. */
export const layoutPart = (name: LayoutName): string => layoutOf(name).part

/** A place of a layout; undefined where it has none of the name. */
export const slotOf = (layout: LayoutName, name: Slot["name"]): Slot | undefined =>
  layoutOf(layout).slots.find((slot) => slot.name === name)

/** All that is free below the title of a slide. */
export const contentBox = slotOf("text", "body")?.box ?? content

/** Where a layout's placeholder stands; the whole slide's content where it has none of the name. */
export const boxOf = (layout: LayoutName, name: Placeholder): Box => slotOf(layout, name)?.box ?? contentBox

/** The blocks of a slide that fill its layout's placeholders: the first that names each. */
export const fillings = ({ layout, blocks }: SlidePlan): ReadonlyMap<Block, Slot> =>
  new Map(
    layoutOf(layout).slots.flatMap((slot) => {
      const block = blocks.find((each) => each.placeholder === slot.name)
      return block === undefined ? [] : [[block, slot] as const]
    })
  )
