import type { OverviewObjective } from "../../domain/views/Overview.ts"
import type { Days } from "../../shared/Days.ts"
import { isBehind, isOpen, isOverdue, isStale, urgencyRank } from "../../shared/Pace.ts"
import type { Reason } from "./ReadTools.ts"

/** Why an objective needs attention today; none for those that need none. */
export const reasonsOf = (objective: OverviewObjective, today: number, days: Days): ReadonlyArray<Reason> => {
  const { status, doubts } = objective
  const holds: ReadonlyArray<readonly [Reason, boolean]> = [
    ["off_track", status === "off_track"],
    ["at_risk", status === "at_risk"],
    ["overdue", isOverdue(objective, today)],
    ["behind", isOpen(status) && isBehind(objective)],
    ["stale", isStale(objective, today, days)]
  ]
  return [...holds.filter(([, is]) => is).map(([reason]) => reason), ...doubts]
}

/** How far an objective is behind its pace, in percentage points. */
const gapOf = ({ percent, expectedPercent }: OverviewObjective): number => (expectedPercent ?? 0) - (percent ?? 0)

/** The most urgent first, as on the page; of those, the furthest behind. */
export const mostUrgentFirst =
  (today: number, days: Days) =>
  (one: OverviewObjective, other: OverviewObjective): number => {
    const [rank, otherRank] = [urgencyRank(one, today, days), urgencyRank(other, today, days)]
    return rank === otherRank ? gapOf(other) - gapOf(one) : rank - otherRank
  }
