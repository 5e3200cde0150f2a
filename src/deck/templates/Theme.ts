import type { Theme } from "../DeckPlan.ts"
import { statusColors } from "./StatusColors.ts"
import { header } from "./XmlText.ts"

export const themeName = "Strategy"

/** The other accents are the statuses' colours, for who draws something with them. */
const colorScheme = ({ colors }: Theme): string => {
  const { ink, paper, muted, panel, accent, team } = colors
  const { good, warning, bad, neutral } = statusColors
  const slots = {
    ...{ dk1: ink, lt1: paper, dk2: muted, lt2: panel, accent1: accent, accent2: team },
    ...{ accent3: good, accent4: warning, accent5: bad, accent6: neutral, hlink: accent, folHlink: muted }
  }
  const entries = Object.entries(slots).map(([name, rgb]) => `<a:${name}><a:srgbClr val="${rgb}"/></a:${name}>`)
  return `<a:clrScheme name="${themeName}">${entries.join("")}</a:clrScheme>`
}

/** The font in which all text was measured. */
const latin = "Arial"

/**
 * Fonts that Office brings, by script; the same for headings and text, so that both match. Arial itself has the letters
 * of Hebrew and Arabic.
 */
const scriptFonts = {
  [latin]: "Arab Hebr",
  "Yu Gothic": "Jpan",
  "Malgun Gothic": "Hang",
  "Microsoft YaHei": "Hans",
  "Microsoft JhengHei": "Hant",
  "Leelawadee UI": "Thai Khmr Laoo",
  "Nirmala UI": "Deva Beng Gujr Guru Taml Telu Knda Mlym",
  "Segoe UI": "Armn Geor",
  Ebrima: "Ethi"
} as const

const scripts = Object.entries(scriptFonts)
  .flatMap(([face, names]) => names.split(" ").map((script) => `<a:font script="${script}" typeface="${face}"/>`))
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
