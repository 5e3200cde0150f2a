import type { Color, Series } from "../DeckPlan.ts"

/**
 * Where each colour stands in the file's theme, in the format's order, by the names that slides use: in the theme itself
 * `tx1`, `bg1`, `tx2` and `bg2` are called `dk1`, `lt1`, `dk2` and `lt2`.
 */
export const schemeSlots = {
  ink: "tx1",
  paper: "bg1",
  muted: "tx2",
  panel: "bg2",
  team: "accent1",
  good: "accent2",
  warning: "accent3",
  bad: "accent4",
  neutral: "accent5",
  accent: "accent6"
} as const satisfies Readonly<Record<Exclude<Color, "faint">, string>>

/** The slot of a colour, or of that which it is a shade of. */
export const baseSlot = (color: Color): string => (color === "faint" ? schemeSlots.panel : schemeSlots[color])

/** "Background 2, darker by a tenth", as the palette of Office has it: a theme with a dark background keeps it faint. */
const faint = '<a:schemeClr val="bg2"><a:lumMod val="90000"/></a:schemeClr>'

export const colorXml = (color: Color): string =>
  color === "faint" ? faint : `<a:schemeClr val="${schemeSlots[color]}"/>`

export const fillXml = (color: Color): string => `<a:solidFill>${colorXml(color)}</a:solidFill>`

/** The fill of a series in a chart: darker by two fifths if another series has the colour itself. */
export const seriesFillXml = ({ color, dark }: Series): string =>
  dark === true && color !== "faint"
    ? `<a:solidFill><a:schemeClr val="${schemeSlots[color]}"><a:lumMod val="60000"/></a:schemeClr></a:solidFill>`
    : fillXml(color)

/** `width` in points. */
export const lineXml = (color: Color | null, width: number, dash = ""): string =>
  color === null
    ? "<a:ln><a:noFill/></a:ln>"
    : `<a:ln w="${Math.round(width * 12_700)}" cap="flat">${fillXml(color)}${dash}<a:round/></a:ln>`
