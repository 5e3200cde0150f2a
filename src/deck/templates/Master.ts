import type { Box, Color } from "../DeckPlan.ts"
import { band, bar, hairline, masterSlots, type OwnLayout, ownLayouts, slideSize } from "./Layouts.ts"
import { decorationXml, filledXml, groupXml, numberField, placeholderXml } from "./Objects.ts"
import { fillXml } from "./SchemeColors.ts"
import type { Slot } from "./Slots.ts"
import { anchorOf, emu, namespaces, type Pen, sideOf, transformXml } from "./XmlContext.ts"
import { header } from "./XmlText.ts"

/** The first ids are the presentation's and the master's own. */
const firstLayoutId = 2 ** 31 + 1

const rtlXml = ({ direction }: Pen): string => ` rtl="${direction === "rtl" ? 1 : 0}"`

const runDefaults = (size: number, bold: boolean, color: Color): string =>
  `<a:defRPr sz="${size * 100}" b="${bold ? 1 : 0}">${fillXml(color)}</a:defRPr>`

/** Without insets, as the text was measured. */
const bodyPropertiesXml = (anchor: Slot["anchor"], { direction }: Pen): string =>
  `<a:bodyPr wrap="square" lIns="0" tIns="0" rIns="0" bIns="0" rtlCol="${direction === "rtl" ? 1 : 0}" ` +
  `anchor="${anchorOf(anchor)}"><a:noAutofit/></a:bodyPr>`

/** The look of all text that is in no placeholder and no table. */
export const defaultText = { size: 16, color: "ink" } as const

const slotXml = (id: number, slot: Slot, pen: Pen): string => {
  const isNumber = slot.name === "number"
  const side = sideOf(isNumber ? "end" : "start", pen)
  const shown = `<a:p><a:pPr rtl="0"/><a:r><a:rPr lang="${pen.language}"/><a:t>${slot.label}</a:t></a:r></a:p>`
  return filledXml(
    id,
    slot.label,
    placeholderXml(slot),
    `<p:spPr>${transformXml(slot.box, pen)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>`,
    `${bodyPropertiesXml(slot.anchor, pen)}<a:lstStyle><a:lvl1pPr marL="0" indent="0" algn="${side}"${rtlXml(pen)}>` +
      `<a:buNone/>${runDefaults(slot.size, slot.bold, slot.color)}</a:lvl1pPr></a:lstStyle>` +
      (isNumber ? numberField("‹#›", pen.language) : shown)
  )
}

/** Inches: of thin lines. */
const line = 0.01

const decoration = (id: number, label: string, box: Box, color: Color, pen: Pen): string =>
  `<p:sp><p:nvSpPr>${decorationXml(id, label)}<p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr>` +
  `<p:spPr>${transformXml(box, pen)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${fillXml(color)}` +
  "<a:ln><a:noFill/></a:ln></p:spPr></p:sp>"

const decorationsOf = (type: string, pen: Pen): string => {
  if (type === "title")
    return (
      decoration(20, "Band", band, "team", pen) +
      decoration(21, "Edge", { x: band.w, y: 0, w: line, h: slideSize.h }, "faint", pen)
    )
  return (
    // Statuses stand near it: a red bar would look like one.
    decoration(20, "Bar", bar, "accent", pen) + decoration(21, "Hairline", { ...hairline, h: line }, "faint", pen)
  )
}

const tree = (name: string, objects: string): string =>
  `<p:cSld${name}><p:bg><p:bgPr>${fillXml("paper")}<a:effectLst/></p:bgPr></p:bg><p:spTree>${groupXml}${objects}` +
  "</p:spTree></p:cSld>"

const slotsXml = (slots: ReadonlyArray<Slot>, pen: Pen): string =>
  slots.map((slot, at) => slotXml(at + 2, slot, pen)).join("")

/** The part of one layout. */
export const layoutXml = ({ label, type, slots }: OwnLayout, pen: Pen): string =>
  `${header}<p:sldLayout ${namespaces} type="${type}" preserve="1">` +
  `${tree(` name="${label}"`, decorationsOf(type, pen) + slotsXml(slots, pen))}` +
  "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>"

const fonts = (kind: "mj" | "mn"): string =>
  `<a:latin typeface="+${kind}-lt"/><a:ea typeface="+${kind}-ea"/><a:cs typeface="+${kind}-cs"/>`

const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** A text's look at one level of its outline: bullets hang 0.2 in from the second on. */
const level = (depth: number, size: number, bullets: boolean, pen: Pen): string => {
  const hangs = bullets && depth > 1
  const bullet = bullets ? (hangs ? '<a:buFont typeface="Arial"/><a:buChar char="•"/>' : "<a:buNone/>") : ""
  return (
    `<a:lvl${depth}pPr marL="${emu(0.2 * (depth - 1))}" indent="${hangs ? -emu(0.2) : 0}" ` +
    `algn="${sideOf("start", pen)}" defTabSz="914400"${rtlXml(pen)}>${bullet}` +
    `<a:defRPr sz="${size * 100}" kern="1200">${fillXml("ink")}${fonts("mn")}</a:defRPr></a:lvl${depth}pPr>`
  )
}

const outline = (sizeAt: (depth: number) => number, bullets: boolean, pen: Pen): string =>
  levels.map((depth) => level(depth, sizeAt(depth), bullets, pen)).join("")

/** How text looks that is in no placeholder; the presentation says the same. */
export const defaultTextStyle = (pen: Pen): string => outline(() => defaultText.size, false, pen)

const textStyles = (pen: Pen): string =>
  `<p:txStyles><p:titleStyle><a:lvl1pPr algn="${sideOf("start", pen)}" defTabSz="914400"${rtlXml(pen)}><a:buNone/>` +
  `<a:defRPr sz="2400" b="1" kern="1200">${fillXml("ink")}${fonts("mj")}</a:defRPr></a:lvl1pPr></p:titleStyle>` +
  `<p:bodyStyle>${outline((depth) => Math.max(12, 18 - 2 * depth), true, pen)}</p:bodyStyle>` +
  `<p:otherStyle>${outline(() => defaultText.size, false, pen)}</p:otherStyle></p:txStyles>`

/** Which slots of the theme slides and notes name how. */
export const colorMap =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" ' +
  'accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'

/** The master's part; its relations are its layouts in their order, then the theme. */
export const masterXml = (pen: Pen): string =>
  `${header}<p:sldMaster ${namespaces}>${tree("", slotsXml(masterSlots, pen))}` +
  `${colorMap}<p:sldLayoutIdLst>` +
  ownLayouts.map((_, at) => `<p:sldLayoutId id="${firstLayoutId + at}" r:id="rId${at + 1}"/>`).join("") +
  `</p:sldLayoutIdLst>${textStyles(pen)}</p:sldMaster>`
