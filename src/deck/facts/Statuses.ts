import type { Objective } from "../../domain/state/State.ts"
import type { InitiativeStatus, ObjectiveStatus } from "../../shared/Statuses.ts"
import type { Color, ShapeName } from "../Plan.ts"

/** How a status is shown: always by shape and word, colour only helps. */
export interface Mark {
  readonly word: string
  readonly shape: ShapeName
  readonly color: Color
}

export const objectiveMarks: Readonly<Record<ObjectiveStatus, Mark>> = {
  draft: { word: "Draft", shape: "ring", color: "neutral" },
  on_track: { word: "On track", shape: "ellipse", color: "good" },
  at_risk: { word: "At risk", shape: "triangle", color: "warning" },
  off_track: { word: "Off track", shape: "diamond", color: "bad" },
  achieved: { word: "Achieved", shape: "check", color: "good" },
  missed: { word: "Missed", shape: "cross", color: "bad" }
}

/** Active takes the team's colour as darkened for text: as it is, it may be the colour of the paper. */
export const initiativeMarks: Readonly<Record<InitiativeStatus, Mark>> = {
  planned: { word: "Planned", shape: "ring", color: "neutral" },
  active: { word: "Active", shape: "ellipse", color: "teamText" },
  done: { word: "Done", shape: "check", color: "good" },
  dropped: { word: "Dropped", shape: "cross", color: "muted" }
}

/** As a legend or a count lists them. */
export const objectiveStatuses: ReadonlyArray<ObjectiveStatus> = [
  "on_track",
  "at_risk",
  "off_track",
  "achieved",
  "missed",
  "draft"
]

export const countByStatus = (objectives: ReadonlyArray<Objective>): Readonly<Record<ObjectiveStatus, number>> => {
  const counts = { draft: 0, on_track: 0, at_risk: 0, off_track: 0, achieved: 0, missed: 0 }
  for (const { status } of objectives) counts[status]++
  return counts
}
