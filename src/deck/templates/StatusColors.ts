import type { Theme } from "../DeckPlan.ts"
import { darkenedOn, difference } from "./Contrast.ts"

const paper = "FFFFFF"
const panel = "F5F6F8"
const ink = "1B2130"

/** The colours of status marks, used for nothing else and fixed: no theme changes them. */
export const statusColors = { good: "127A5C", warning: "C77700", bad: "961A1A", neutral: "808A99" } as const

/** The least contrast of text with its background: WCAG 2.2, 1.4.3. */
export const textContrast = 4.5

/** The distance in CIELAB from which on two colours are not mistaken for each other. */
const distinct = 25

/** Colours used where the team's own could be mistaken for a status. */
const standIns = ["2F4B8F", "5B3A8C"] as const

const plain = (color: string): string => color.slice(1).toUpperCase()

/** Whether a colour is mistaken for no status. */
export const isDistinct = (color: string): boolean =>
  Object.values(statusColors).every((status) => difference(color, status) >= distinct)

/** The team's colour, dark enough for text, unless it looks like a status. */
const accentOf = (team: string): string => [darkenedOn(panel, team, textContrast), ...standIns].find(isDistinct) ?? ink

/** The theme of a team's deck, from its colour `#rrggbb`. */
export const themeOf = (color: string): Theme => {
  const team = plain(color)
  return { colors: { ink, muted: "5A6272", paper, panel, team, accent: accentOf(team) } }
}
