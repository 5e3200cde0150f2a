import {
  type Block,
  type Box,
  type Color,
  type LayoutName,
  type Placeholder,
  type SlidePlan,
  slideWidth
} from "../DeckPlan.ts"

/** A placeholder of a layout: where its content stands and how its text looks unless a slide says otherwise. */
export interface Slot {
  readonly name: Placeholder | "footer"
  readonly label: string
  /** The format's name for the type of placeholder; `obj` takes text, a table or a chart. */
  readonly type: "title" | "ctrTitle" | "subTitle" | "body" | "obj" | "tbl" | "chart" | "ftr"
  /** Ties a slide's placeholder to its layout's; the title needs none. */
  readonly index: number | null
  readonly box: Box
  /** Points. */
  readonly size: number
  readonly bold: boolean
  readonly color: Color
  readonly anchor: "top" | "middle" | "bottom"
}

export interface Layout {
  /** As people see it when they choose a layout. */
  readonly label: string
  /** The format's name for what the layout holds. */
  readonly type: string
  readonly slots: ReadonlyArray<Slot>
}

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

/** Ties a slide's number to its layout's. */
export const numberIndex = 11

const subtitle: Slot = { ...body, name: "subtitle", label: "Subtitle", type: "subTitle", color: "muted", size: 20 }

const side: Slot = { ...body, name: "side", index: 2, size: 14 }

const coverX = band.w + 0.8
const coverWidth = slideWidth - coverX - 0.6
const sectionBox: Box = { x: 0.85, y: 2.7, w: 11.8, h: 1.1 }

export const layouts: Readonly<Record<LayoutName, Layout>> = {
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
      footer
    ]
  },
  titleOnly: { label: "Title only", type: "titleOnly", slots: [title, footer] },
  text: { label: "Title and text", type: "tx", slots: [title, body, footer] },
  table: { label: "Title and table", type: "tbl", slots: [title, { ...body, type: "tbl", label: "Table" }, footer] },
  chart: {
    label: "Title and chart",
    type: "chart",
    slots: [title, { ...body, type: "chart", label: "Chart" }, footer]
  },
  twoColumns: {
    label: "Two columns",
    type: "twoObj",
    slots: [
      title,
      { ...body, type: "obj", label: "Content", size: 14, box: { ...content, w: column } },
      { ...side, type: "obj", label: "Content", box: { ...content, x: content.x + column + columnGap, w: column } },
      footer
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
      footer
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

/** The placeholders of the master to which all layouts belong. */
export const masterSlots: ReadonlyArray<Slot> = [title, body, footer]

const slotOf = (layout: LayoutName, name: Slot["name"]): Slot | undefined =>
  layouts[layout].slots.find((slot) => slot.name === name)

/** Where a layout's placeholder stands; the whole slide's content where it has none of the name. */
export const boxOf = (layout: LayoutName, name: Placeholder): Box => slotOf(layout, name)?.box ?? content

const graphics: Readonly<Record<string, Block["kind"]>> = { tbl: "table", chart: "chart" }

const takes = ({ type }: Slot, { kind }: Block): boolean => type === "obj" || kind === (graphics[type] ?? "text")

/** The blocks of a slide that fill its layout's placeholders: the first that names each and is of its kind. */
export const fillings = ({ layout, blocks }: SlidePlan): ReadonlyMap<Block, Slot> =>
  new Map(
    layouts[layout].slots.flatMap((slot) => {
      const block = blocks.find((each) => each.placeholder === slot.name && takes(slot, each))
      return block === undefined ? [] : [[block, slot] as const]
    })
  )

/** What stands at the foot of the layout's slides. */
export const footerOf = (layout: LayoutName): Slot | undefined => slotOf(layout, "footer")
