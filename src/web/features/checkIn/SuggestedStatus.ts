import type { ObjectiveStatus } from "../../../shared/Statuses.ts"

interface Standing {
  readonly status: ObjectiveStatus
  /** Null without measures. */
  readonly percent: number | null
  /** Null without a due date. */
  readonly expected: number | null
  readonly isOverdue: boolean
}

/** How many points behind the expected percentage an objective is at risk, and off track. */
const atRiskPoints = 10
const offTrackPoints = 30

const fromPace = (behind: number): ObjectiveStatus => {
  if (behind >= offTrackPoints) return "off_track"
  return behind >= atRiskPoints ? "at_risk" : "on_track"
}

/**
 * The status that the progress of an open objective suggests; undefined if it has that status already, or if nothing
 * can be said.
 */
export const suggestedStatus = ({ status, percent, expected, isOverdue }: Standing): ObjectiveStatus | undefined => {
  const suggest = (suggested: ObjectiveStatus) => (suggested === status ? undefined : suggested)
  if (percent === null) return undefined
  if (percent === 100) return suggest("achieved")
  if (isOverdue) return suggest("off_track")
  const isUntouchedDraft = status === "draft" && percent === 0
  if (expected !== null) return isUntouchedDraft ? undefined : suggest(fromPace(expected - percent))
  return status === "draft" && percent > 0 ? "on_track" : undefined
}
