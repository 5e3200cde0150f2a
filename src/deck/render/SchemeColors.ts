import type { Color, Theme } from "../Plan.ts"

/** The slots of the theme that the deck's colours stand in, by the names that slides refer to them with. */
export type SchemeSlot =
  | "tx1"
  | "bg1"
  | "tx2"
  | "bg2"
  | "accent1"
  | "accent2"
  | "accent3"
  | "accent4"
  | "accent5"
  | "accent6"

/**
 * Where each colour stands in the file's theme; null: written as plain RGB, since a theme has no slot left for it. In
 * the theme itself `tx1`, `bg1`, `tx2` and `bg2` are called `dk1`, `lt1`, `dk2` and `lt2`.
 */
export const schemeSlots: Readonly<Record<Color, SchemeSlot | null>> = {
  ink: "tx1",
  paper: "bg1",
  muted: "tx2",
  panel: "bg2",
  team: "accent1",
  good: "accent2",
  warning: "accent3",
  bad: "accent4",
  neutral: "accent5",
  teamText: "accent6",
  faint: null,
  onTeam: null
}

/** The colour as PptxGenJS takes it: the name of its slot, or `RRGGBB`. */
export const colorValue = (color: Color, { colors }: Theme): string => schemeSlots[color] ?? colors[color].toUpperCase()

/** The colour as DrawingML's fill. */
export const fillXml = (color: Color, theme: Theme): string => {
  const value = colorValue(color, theme)
  const element = schemeSlots[color] === null ? "srgbClr" : "schemeClr"
  return `<a:solidFill><a:${element} val="${value}"/></a:solidFill>`
}
