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

/** Inches: 16:9 as PowerPoint has it, 12,192,000 × 6,858,000 EMU, or as the company's template has it. */
export const slideSize = template?.slide ?? { w: 40 / 3, h: 7.5 }
const slideWidth = 40 / 3

/** All that is free below a content slide's title. */
const content: Box = { x: 0.6, y: 1.45, w: slideWidth - 1.2, h: 5.4 }
const columnGap = 0.4
const column = (content.w - columnGap) / 2
const mainWidth = 8.2

/** Left of the cover's text, in the team's colour. */
export const band: Box = { x: 0, y: 0, w: 2.4, h: 7.5 }

/** The bar of the accent colour left of a content slide's title. */
export const bar: Box = { x: 0.6, y: 0.42, w: 0.09, h: 0.62 }

/** Inches: the line under a content slide's title. */
export const hairline = { x: 0.6, y: 1.28, w: content.w }

/** Where a slide's number stands, at its end edge. */
const numberBox: Box = { x: slideWidth - 1.6, y: 7.05, w: 1, h: 0.2 }

/** Points, of the footer and the slide's number. */
const footerSize = 10

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
  box: content,
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

const number: Slot = { ...footer, name: "number", label: "Slide Number", type: "sldNum", index: 11, box: numberBox }

const subtitle: Slot = { ...body, name: "subtitle", label: "Subtitle", type: "subTitle", color: "muted", size: 20 }

const side: Slot = { ...body, name: "side", index: 2, size: 14 }

const coverX = band.w + 0.8
const coverWidth = slideWidth - coverX - 0.6
const sectionBox: Box = { x: 0.85, y: 2.7, w: 11.8, h: 1.1 }

const shown: Readonly<Record<LayoutName, Omit<OwnLayout, "part">>> = {
  cover: {
    label: "Cover",
    type: "title",
    slots: [
      {
        ...title,
        type: "ctrTitle",
        box: { x: coverX, y: 1.6, w: coverWidth, h: 2.3 },
        size: 40,
        anchor: "bottom"
      },
      { ...subtitle, box: { x: coverX, y: 4.15, w: coverWidth, h: 2.2 } }
    ]
  },
  section: {
    label: "Section",
    type: "secHead",
    slots: [
      { ...title, box: sectionBox, size: 36, anchor: "bottom" },
      { ...subtitle, type: "body", box: { ...sectionBox, y: 3.95, h: 1.6 } },
      footer,
      number
    ]
  },
  titleOnly: { label: "Title only", type: "titleOnly", slots: [title, footer, number] },
  text: { label: "Title and text", type: "tx", slots: [title, body, footer, number] },
  table: {
    label: "Title and table",
    type: "tbl",
    slots: [title, { ...body, type: "tbl", label: "Table" }, footer, number]
  },
  chart: {
    label: "Title and chart",
    type: "chart",
    slots: [title, { ...body, type: "chart", label: "Chart" }, footer, number]
  },
  twoColumns: {
    label: "Two columns",
    type: "twoObj",
    slots: [
      title,
      { ...body, type: "obj", label: "Content", size: 14, box: { ...content, w: column } },
      { ...side, type: "obj", label: "Content", box: { ...content, x: content.x + column + columnGap, w: column } },
      footer,
      number
    ]
  },
  mainAndSide: {
    label: "Main and side",
    type: "twoObj",
    slots: [
      title,
      { ...body, type: "obj", label: "Main", box: { ...content, w: mainWidth } },
      {
        ...side,
        type: "obj",
        label: "Side",
        box: { ...content, x: content.x + mainWidth + columnGap, w: content.w - mainWidth - columnGap }
      },
      footer,
      number
    ]
  }
}

/** In the order in which people see them; all are in every deck. */
export const layoutNames: ReadonlyArray<LayoutName> = [
  "cover",
  "section",
  "titleOnly",
  "text",
  "table",
  "chart",
  "twoColumns",
  "mainAndSide"
]

/** The service's own layouts, with their parts. */
export const ownLayouts: ReadonlyArray<OwnLayout> = layoutNames.map((name, at) => ({
  ...shown[name],
  part: `ppt/slideLayouts/slideLayout${at + 1}.xml`
}))

/** The placeholders of the master to which all of them belong. */
export const masterSlots: ReadonlyArray<Slot> = [title, body, footer, number]

const layoutOf = (name: LayoutName): Layout =>
  template?.layouts[name] ?? ownLayouts[layoutNames.indexOf(name)] ?? { part: "", slots: [] }

/** The part of a layout. */
export const layoutPart = (name: LayoutName): string => layoutOf(name).part

/** What stands at the foot of a layout's slides, or their number; undefined where the layout has no place for it. */
export const slotOf = (layout: LayoutName, name: Slot["name"]): Slot | undefined =>
  layoutOf(layout).slots.find((slot) => slot.name === name)

/** All that is free below the title of a slide. */
export const contentBox = slotOf("text", "body")?.box ?? content

/** Where a layout's placeholder stands; the whole slide's content where it has none of the name. */
export const boxOf = (layout: LayoutName, name: Placeholder): Box => slotOf(layout, name)?.box ?? contentBox

const graphics: Readonly<Record<string, Block["kind"]>> = { tbl: "table", chart: "chart" }

const takes = ({ type }: Slot, { kind }: Block): boolean => type === "obj" || kind === (graphics[type] ?? "text")

/** The blocks of a slide that fill its layout's placeholders: the first that names each and is of its kind. */
export const fillings = ({ layout, blocks }: SlidePlan): ReadonlyMap<Block, Slot> =>
  new Map(
    layoutOf(layout).slots.flatMap((slot) => {
      const block = blocks.find((each) => each.placeholder === slot.name && takes(slot, each))
      return block === undefined ? [] : [[block, slot] as const]
    })
  )
