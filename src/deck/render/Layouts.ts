import { type Box, type Color, type SlidePlan, slideHeight, slideWidth, type TextBlock } from "../Plan.ts"

/** A placeholder of a layout: where its text stands and how it looks unless a slide says otherwise. */
export interface Slot {
  readonly name: "title" | "subtitle" | "body" | "footer"
  readonly label: string
  readonly type: "title" | "body" | "ftr"
  /** Ties a slide's placeholder to its layout's; the title needs none. */
  readonly index: number | null
  readonly box: Box
  /** Points. */
  readonly size: number
  readonly bold: boolean
  readonly color: Color
  readonly anchor: TextBlock["anchor"]
}

export interface Layout {
  /** As people see it when they choose a layout. */
  readonly name: string
  readonly kind: SlidePlan["layout"]
  readonly slots: ReadonlyArray<Slot>
}

/** The band of the team's colour on a cover. */
export const band: Box = { x: 0, y: 0, w: slideWidth * 0.4, h: slideHeight }

/** The bar of the team's colour left of a content slide's title. */
export const bar: Box = { x: 0.6, y: 0.42, w: 0.09, h: 0.62 }

/** Inches: the line under a content slide's title. */
export const hairline = { x: 0.6, y: 1.28, w: slideWidth - 1.2 }

/** Where a content slide's number stands, at its right edge. */
export const numberBox: Box = { x: slideWidth - 1.6, y: 7.05, w: 1, h: 0.2 }

/** Points, of the footer and the slide's number. */
export const footerSize = 10

const title: Slot = {
  name: "title",
  label: "Title",
  type: "title",
  index: null,
  box: { x: 0.85, y: 0.35, w: 11.8, h: 0.85 },
  size: 24,
  bold: true,
  color: "ink",
  anchor: "middle"
}

const body: Slot = {
  name: "body",
  label: "Text",
  type: "body",
  index: 1,
  box: { x: 0.6, y: 1.45, w: slideWidth - 1.2, h: 5.4 },
  size: 16,
  bold: false,
  color: "ink",
  anchor: "top"
}

const footer: Slot = {
  name: "footer",
  label: "Footer",
  type: "ftr",
  index: 10,
  box: { x: 0.6, y: numberBox.y, w: 9, h: numberBox.h },
  size: footerSize,
  bold: false,
  color: "muted",
  anchor: "top"
}

/** Ties a slide's number to its layout's. */
export const numberIndex = 11

const coverTitle: Slot = {
  ...title,
  box: { x: 0.6, y: 0.6, w: band.w - 1, h: slideHeight - 1.2 },
  size: 40,
  color: "onTeam"
}

const subtitle: Slot = {
  ...body,
  name: "subtitle",
  label: "Subtitle",
  box: { x: band.w + 0.6, y: 0.6, w: slideWidth - band.w - 1.2, h: slideHeight - 1.2 },
  color: "muted",
  anchor: "middle"
}

const cover: Layout = { name: "Cover", kind: "cover", slots: [coverTitle, subtitle] }
const bareCover: Layout = { name: "Cover, title only", kind: "cover", slots: [coverTitle] }
const text: Layout = { name: "Title and text", kind: "content", slots: [title, body, footer] }
const bare: Layout = { name: "Title only", kind: "content", slots: [title, footer] }

/** Of the master that all layouts belong to. */
export const masterSlots: ReadonlyArray<Slot> = [title, body, footer]

const filled = (slide: SlidePlan, name: TextBlock["placeholder"]): boolean =>
  slide.blocks.some((block) => block.kind === "text" && block.placeholder === name)

/** The layout that has a placeholder for each of the slide's texts that asks for one, and no other. */
export const layoutOf = (slide: SlidePlan): Layout =>
  slide.layout === "cover" ? (filled(slide, "subtitle") ? cover : bareCover) : filled(slide, "body") ? text : bare

/** The layouts that a deck uses, in a fixed order. */
export const layoutsOf = (slides: ReadonlyArray<SlidePlan>): ReadonlyArray<Layout> => {
  const used = new Set(slides.map(layoutOf))
  return [cover, bareCover, text, bare].filter((layout) => used.has(layout))
}

/** The texts of a slide that fill its layout's placeholders: the first that asks for each. */
export const fillings = (slide: SlidePlan): ReadonlyMap<TextBlock, Slot> => {
  const blocks = slide.blocks.filter((block) => block.kind === "text")
  return new Map(
    layoutOf(slide).slots.flatMap((slot) => {
      const block = blocks.find(({ placeholder }) => placeholder === slot.name)
      return block === undefined ? [] : [[block, slot] as const]
    })
  )
}
