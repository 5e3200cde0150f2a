import { isOverdue, isStale } from "../../../shared/Pace.ts"
import { days } from "../../texts/values/Clock.ts"
import type { OverviewObjective } from "../../workspace/LiveOverview.ts"

/** What needs somebody, the most urgent first. */
const reasons: ReadonlyArray<(objective: OverviewObjective, today: number) => boolean> = [
  ({ status }) => status === "off_track",
  isOverdue,
  ({ doubts }) => doubts.length > 0,
  ({ status }) => status === "at_risk",
  (objective, today) => isStale(objective, today, days())
]

/** The objectives that need somebody, those first that have waited longest. `today` is a day of `shared/Pace`. */
export const needs = (objectives: ReadonlyArray<OverviewObjective>, today: number): ReadonlyArray<OverviewObjective> =>
  objectives
    .map((objective) => ({
      objective,
      rank: reasons.findIndex((holds) => holds(objective, today)),
      since: (isOverdue(objective, today) ? objective.dueDate : objective.lastCheckInAt) ?? ""
    }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((one, other) => one.rank - other.rank || (one.since < other.since ? -1 : 1))
    .map(({ objective }) => objective)
