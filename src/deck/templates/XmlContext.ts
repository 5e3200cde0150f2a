import type { Align, Box, DeckPlan } from "../DeckPlan.ts"
import { contentBox } from "./Layouts.ts"

/** What everything of a deck is written with. */
export type Pen = Pick<DeckPlan, "language" | "direction">

const main = "http://schemas.openxmlformats.org"

export const namespaces =
  `xmlns:a="${main}/drawingml/2006/main" xmlns:r="${main}/officeDocument/2006/relationships" ` +
  `xmlns:p="${main}/presentationml/2006/main"`

/** EMU, of which an inch has 914,400. */
export const emu = (inches: number): number => Math.round(inches * 914_400)

/** Where a box of the plan stands in the file: from the right everything is mirrored around the slides' content. */
export const placed = ({ x, y, w, h }: Box, { direction }: Pick<Pen, "direction">): Box => ({
  x: direction === "rtl" ? 2 * contentBox.x + contentBox.w - x - w : x,
  y,
  w,
  h
})

/** The position and size of a shape. */
export const transformXml = (box: Box, pen: Pick<Pen, "direction">): string => {
  const { x, y, w, h } = placed(box, pen)
  return `<a:xfrm><a:off x="${emu(x)}" y="${emu(y)}"/><a:ext cx="${emu(w)}" cy="${emu(h)}"/></a:xfrm>`
}

const sides = { ltr: { start: "l", center: "ctr", end: "r" }, rtl: { start: "r", center: "ctr", end: "l" } } as const

/** In the format, sides do not depend on where a paragraph begins. */
export const sideOf = (align: Align, { direction }: Pick<Pen, "direction">): string => sides[direction][align]

const anchors = { top: "t", middle: "ctr", bottom: "b" } as const

export const anchorOf = (anchor: keyof typeof anchors): string => anchors[anchor]
