import type { Color } from "../DeckPlan.ts"
import { statusColors } from "./StatusColors.ts"
import { template } from "./Template.ts"

/**
 * Where the colours that follow a theme stand in it, by the names that slides use: in the theme itself `tx1`, `bg1`, `tx2`
 * and `bg2` are called `dk1`, `lt1`, `dk2` and `lt2`.
 */
const schemeSlots = {
  ...{ ink: "tx1", paper: "bg1", muted: "tx2", panel: "bg2", accent: "accent1", team: "accent2" },
  ...template?.colors
}

/** The colours that are the same under any theme, `RRGGBB`: a status never looks like another one. */
export const fixedColors = { ...statusColors, faint: "DDE0E6" } as const

/** A colour as PptxGenJS takes it: a slot of the theme, or `RRGGBB`. */
export const drawnColors: Readonly<Record<Color, string>> = { ...schemeSlots, ...fixedColors }

export const colorXml = (color: Color): string => {
  const kind = color in fixedColors ? "srgbClr" : "schemeClr"
  return `<a:${kind} val="${drawnColors[color]}"/>`
}

export const fillXml = (color: Color): string => `<a:solidFill>${colorXml(color)}</a:solidFill>`

/** `width` in points. */
export const lineXml = (color: Color, width: number, dash = ""): string =>
  `<a:ln w="${Math.round(width * 12_700)}" cap="flat">${fillXml(color)}${dash}<a:round/></a:ln>`
