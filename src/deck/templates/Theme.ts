import type { Theme } from "../Plan.ts"
import { header } from "./Pen.ts"
import { schemeSlots } from "./SchemeColors.ts"

export const themeName = "Strategy"

/** The theme's names of the slots that slides call `tx1` and so on. */
const slotNames: Readonly<Record<string, string>> = { tx1: "dk1", bg1: "lt1", tx2: "dk2", bg2: "lt2" }

/** The format wants them in this order. */
const order = ["dk1", "lt1", "dk2", "lt2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"]

const colorScheme = ({ colors }: Theme): string => {
  const bySlot = new Map<string, string>()
  for (const [color, rgb] of Object.entries(colors)) {
    const slot = Object.entries(schemeSlots).find(([name]) => name === color)?.[1]
    if (slot !== undefined) bySlot.set(slotNames[slot] ?? slot, rgb)
  }
  const entry = (name: string, rgb: string): string => `<a:${name}><a:srgbClr val="${rgb}"/></a:${name}>`
  return (
    `<a:clrScheme name="${themeName}">${order.map((name) => entry(name, bySlot.get(name) ?? colors.ink)).join("")}` +
    `${entry("hlink", colors.accent)}${entry("folHlink", colors.muted)}</a:clrScheme>`
  )
}

/** The font in which all text was measured. */
const latin = "Arial"

/**
 * Fonts that Office brings, by script; the same for headings and text, so that both match. Arial itself has the letters
 * of Hebrew and Arabic.
 */
const scriptFonts: Readonly<Record<string, string>> = {
  Arab: latin,
  Hebr: latin,
  Jpan: "Yu Gothic",
  Hang: "Malgun Gothic",
  Hans: "Microsoft YaHei",
  Hant: "Microsoft JhengHei",
  Thai: "Leelawadee UI",
  Deva: "Nirmala UI",
  Beng: "Nirmala UI",
  Gujr: "Nirmala UI",
  Guru: "Nirmala UI",
  Taml: "Nirmala UI",
  Telu: "Nirmala UI",
  Knda: "Nirmala UI",
  Mlym: "Nirmala UI",
  Armn: "Segoe UI",
  Geor: "Segoe UI",
  Ethi: "Ebrima",
  Khmr: "Leelawadee UI",
  Laoo: "Leelawadee UI"
}

const scripts = Object.entries(scriptFonts)
  .map(([script, typeface]) => `<a:font script="${script}" typeface="${typeface}"/>`)
  .join("")

const fonts = `<a:latin typeface="${latin}"/><a:ea typeface=""/><a:cs typeface="${latin}"/>${scripts}`

const solid = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'

const line = (width: number): string =>
  `<a:ln w="${width}" cap="flat" cmpd="sng" algn="ctr">${solid}<a:prstDash val="solid"/></a:ln>`

const noEffect = "<a:effectStyle><a:effectLst/></a:effectStyle>"

/** The format wants three of each; nothing in the deck has gradients or shadows. */
const formats =
  `<a:fmtScheme name="${themeName}"><a:fillStyleLst>${solid.repeat(3)}</a:fillStyleLst>` +
  `<a:lnStyleLst>${line(6350)}${line(12_700)}${line(19_050)}</a:lnStyleLst>` +
  `<a:effectStyleLst>${noEffect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${solid.repeat(3)}</a:bgFillStyleLst>` +
  "</a:fmtScheme>"

/** A theme's part: what people add to the deck looks like it. */
export const themeXml = (theme: Theme): string =>
  `${header}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="${themeName}">` +
  `<a:themeElements>${colorScheme(theme)}<a:fontScheme name="${themeName}"><a:majorFont>${fonts}</a:majorFont>` +
  `<a:minorFont>${fonts}</a:minorFont></a:fontScheme>${formats}</a:themeElements></a:theme>`
