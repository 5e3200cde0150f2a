import { needsEdge } from "../facts/Theme.ts"
import { type Box, type Color, type DeckPlan, slideHeight } from "../Plan.ts"
import type { Pen } from "./Figures.ts"
import {
  band,
  bar,
  footerSize,
  hairline,
  type Layout,
  layoutsOf,
  masterSlots,
  numberBox,
  numberIndex,
  type Slot
} from "./Layouts.ts"
import { fillXml } from "./SchemeColors.ts"

const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const namespaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'

/** The first ids are the presentation's and the master's own. */
const firstLayoutId = 2 ** 31 + 1

const anchors = { top: "t", middle: "ctr", bottom: "b" } as const

export const anchorXml = (anchor: Slot["anchor"]): string => ` anchor="${anchors[anchor]}"`

/** EMU, of which an inch has 914,400. */
const emu = (inches: number): number => Math.round(inches * 914_400)

export const frameXml = ({ x, y, w, h }: Box): string =>
  `<a:xfrm><a:off x="${emu(x)}" y="${emu(y)}"/><a:ext cx="${emu(w)}" cy="${emu(h)}"/></a:xfrm>`

export const placeholderXml = ({ type, index }: Slot): string =>
  `<p:ph type="${type}"${type === "ftr" ? ' sz="quarter"' : ""}${index === null ? "" : ` idx="${index}"`}/>`

export const numberPlaceholder = `<p:ph type="sldNum" sz="quarter" idx="${numberIndex}"/>`

/** The field that shows a slide's number; `shown` stands there until it is counted. */
export const numberField = (shown: string, language: string): string =>
  `<a:p><a:pPr rtl="0"/><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="${language}"/>` +
  `<a:t>${shown}</a:t></a:fld></a:p>`

const bodyProperties = (anchor: Slot["anchor"]): string =>
  `<a:bodyPr wrap="square" lIns="0" tIns="0" rIns="0" bIns="0" rtlCol="0"${anchorXml(anchor)}><a:noAutofit/></a:bodyPr>`

const runDefaults = (size: number, bold: boolean, color: Color, { theme }: Pen): string =>
  `<a:defRPr sz="${size * 100}" b="${bold ? 1 : 0}">${fillXml(color, theme)}</a:defRPr>`

const placeholder = (id: number, label: string, ph: string, box: Box, text: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${label}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>` +
  `<p:nvPr>${ph}</p:nvPr></p:nvSpPr><p:spPr>${frameXml(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>` +
  `<p:txBody>${text}</p:txBody></p:sp>`

const slotXml = (id: number, slot: Slot, pen: Pen): string =>
  placeholder(
    id,
    slot.label,
    placeholderXml(slot),
    slot.box,
    `${bodyProperties(slot.anchor)}<a:lstStyle><a:lvl1pPr algn="l" rtl="0">` +
      `${runDefaults(slot.size, slot.bold, slot.color, pen)}</a:lvl1pPr></a:lstStyle>` +
      `<a:p><a:pPr rtl="0"/><a:r><a:rPr lang="${pen.language}"/><a:t>${slot.label}</a:t></a:r></a:p>`
  )

const numberXml = (id: number, pen: Pen): string =>
  placeholder(
    id,
    "Slide Number",
    numberPlaceholder,
    numberBox,
    `${bodyProperties("top")}<a:lstStyle><a:lvl1pPr algn="r" rtl="0">` +
      `${runDefaults(footerSize, false, "muted", pen)}</a:lvl1pPr></a:lstStyle>${numberField("‹#›", pen.language)}`
  )

const decoration = (id: number, label: string, box: Box, color: Color, { theme }: Pen, edge: Color | null): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${label}"/><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr>` +
  `<p:spPr>${frameXml(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${fillXml(color, theme)}` +
  (edge === null ? "<a:ln><a:noFill/></a:ln>" : `<a:ln w="${emu(edgeWidth)}">${fillXml(edge, theme)}</a:ln>`) +
  "</p:spPr></p:sp>"

/** Inches: of thin lines, and of the edge around a colour that is hardly seen on paper. */
const line = 0.01
const edgeWidth = 0.014

/** Where paper would swallow the team's colour, the band ends in a line and the bar has an edge. */
const coverDecoration = (pen: Pen): string =>
  decoration(20, "Band", band, "team", pen, null) +
  decoration(
    21,
    "Edge",
    { x: band.x + band.w, y: 0, w: line, h: slideHeight },
    needsEdge(pen.theme) ? "muted" : "faint",
    pen,
    null
  )

const contentDecoration = (pen: Pen): string =>
  decoration(20, "Bar", bar, "team", pen, needsEdge(pen.theme) ? "muted" : null) +
  decoration(21, "Hairline", { ...hairline, h: line }, "faint", pen, null)

const tree = (name: string, objects: string, { theme }: Pen): string =>
  `<p:cSld${name}><p:bg><p:bgPr>${fillXml("paper", theme)}<a:effectLst/></p:bgPr></p:bg><p:spTree>` +
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/>' +
  `<a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>${objects}</p:spTree></p:cSld>`

const slotsXml = (slots: ReadonlyArray<Slot>, pen: Pen): string =>
  slots.map((slot, at) => slotXml(at + 2, slot, pen)).join("")

const layoutXml = (layout: Layout, pen: Pen): string =>
  `${header}<p:sldLayout ${namespaces} preserve="1" userDrawn="1">` +
  tree(
    ` name="${layout.name}"`,
    layout.kind === "cover"
      ? coverDecoration(pen) + slotsXml(layout.slots, pen)
      : contentDecoration(pen) + slotsXml(layout.slots, pen) + numberXml(10, pen),
    pen
  ) +
  "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>"

const fonts = (kind: "mj" | "mn"): string =>
  `<a:latin typeface="+${kind}-lt"/><a:ea typeface="+${kind}-ea"/><a:cs typeface="+${kind}-cs"/>`

const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** A text's look at one level of its outline: bullets hang 0.2 in from the second on. */
const level = (depth: number, size: number, { theme }: Pen): string =>
  `<a:lvl${depth}pPr marL="${emu(0.2 * (depth - 1))}" indent="${depth === 1 ? 0 : -emu(0.2)}" algn="l" defTabSz="914400" rtl="0">` +
  (depth === 1 ? "<a:buNone/>" : '<a:buFont typeface="Arial"/><a:buChar char="•"/>') +
  `<a:defRPr sz="${size * 100}" kern="1200">${fillXml("ink", theme)}${fonts("mn")}</a:defRPr></a:lvl${depth}pPr>`

const textStyles = (pen: Pen): string =>
  '<p:txStyles><p:titleStyle><a:lvl1pPr algn="l" defTabSz="914400" rtl="0"><a:buNone/>' +
  `<a:defRPr sz="2400" b="1" kern="1200">${fillXml("ink", pen.theme)}${fonts("mj")}</a:defRPr></a:lvl1pPr></p:titleStyle>` +
  `<p:bodyStyle>${levels.map((depth) => level(depth, Math.max(12, 18 - 2 * depth), pen)).join("")}</p:bodyStyle>` +
  `<p:otherStyle>${levels.map((depth) => level(depth, 16, pen).replace(/<a:bu.*?(?=<a:defRPr)/, "")).join("")}` +
  "</p:otherStyle></p:txStyles>"

const masterXml = (layouts: number, pen: Pen): string =>
  `${header}<p:sldMaster ${namespaces}>` +
  tree("", slotsXml(masterSlots, pen) + numberXml(10, pen), pen) +
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" ' +
  'accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst>' +
  Array.from({ length: layouts }, (_, at) => `<p:sldLayoutId id="${firstLayoutId + at}" r:id="rId${at + 1}"/>`).join(
    ""
  ) +
  `</p:sldLayoutIdLst>${textStyles(pen)}</p:sldMaster>`

/** The master and the layouts of a deck, by their place in the package: their relations are as PptxGenJS wrote them. */
export const masterParts = (plan: DeckPlan): ReadonlyMap<string, string> => {
  const layouts = layoutsOf(plan.slides)
  return new Map([
    ["ppt/slideMasters/slideMaster1.xml", masterXml(layouts.length, plan)],
    ...layouts.map((layout, at) => [`ppt/slideLayouts/slideLayout${at + 1}.xml`, layoutXml(layout, plan)] as const)
  ])
}
