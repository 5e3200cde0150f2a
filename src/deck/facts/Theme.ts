import type { Theme } from "../Plan.ts"
import { contrast, darkenedOn } from "./Contrast.ts"

const paper = "FFFFFF"
const panel = "F5F6F8"
const ink = "1B2130"
const black = "000000"

/** Of text to its ground: WCAG 2.2, 1.4.3. */
const textContrast = 4.5
/** Below it a shape does not stand out from the paper by its colour alone, least of all on a projector. */
const edgeContrast = 1.4

const plain = (color: string): string => color.slice(1).toUpperCase()

/** White where it can be read, ink or black where it cannot: one of white and black always can. */
const readableOn = (color: string): string =>
  [paper, ink].find((text) => contrast(text, color) >= textContrast) ?? black

/** The theme of a team's deck, from its colour `#rrggbb`. */
export const themeOf = (color: string): Theme => {
  const team = plain(color)
  return {
    colors: {
      ink,
      muted: "5A6272",
      faint: "DFE3E8",
      paper,
      panel,
      team,
      onTeam: readableOn(team),
      teamText: darkenedOn(panel, team, textContrast),
      good: "127A5C",
      warning: "C77700",
      bad: "961A1A",
      neutral: "808A99"
    },
    font: "Arial"
  }
}

/** A shape in the team's colour is to be drawn with a line in "muted": by itself it hardly differs from paper. */
export const needsEdge = ({ colors }: Theme): boolean => contrast(colors.paper, colors.team) < edgeContrast
