import type { ObjectiveStatus } from "../../shared/Statuses.ts"

/** The statuses of objectives, worst first. */
export const statusOrder: ReadonlyArray<ObjectiveStatus> = [
  "off_track",
  "at_risk",
  "on_track",
  "achieved",
  "missed",
  "draft"
]
