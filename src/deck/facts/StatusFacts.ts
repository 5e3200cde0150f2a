import type { InitiativeStatus, ObjectiveStatus } from "../../shared/Statuses.ts"
import type { Color } from "../DeckPlan.ts"

/** How a status is shown: always by glyph and word, colour only helps. */
export interface Mark {
  readonly word: string
  /** A character of Windows Glyph List 4, which every font of Office has. */
  readonly glyph: string
  readonly color: Color
}

export const objectiveMarks: Readonly<Record<ObjectiveStatus, Mark>> = {
  draft: { word: "Draft", glyph: "○", color: "neutral" },
  on_track: { word: "On track", glyph: "●", color: "good" },
  at_risk: { word: "At risk", glyph: "▲", color: "warning" },
  off_track: { word: "Off track", glyph: "▼", color: "bad" },
  achieved: { word: "Achieved", glyph: "■", color: "good" },
  missed: { word: "Missed", glyph: "×", color: "bad" }
}

/** Work that goes on says nothing of how it stands: it has a colour that no status of an objective has. */
export const initiativeMarks: Readonly<Record<InitiativeStatus, Mark>> = {
  planned: { word: "Planned", glyph: "○", color: "neutral" },
  active: { word: "Active", glyph: "►", color: "accent" },
  done: { word: "Done", glyph: "■", color: "good" },
  dropped: { word: "Dropped", glyph: "×", color: "muted" }
}
