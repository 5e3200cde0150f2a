import { isOverdue, urgencyRank } from "../../../shared/Pace.ts"
import { days } from "../../texts/values/Clock.ts"
import type { OverviewObjective } from "../../workspace/LiveOverview.ts"

/** The objectives that need somebody, those first that have waited longest. `today` is a day of `shared/Days`. */
export const needs = (objectives: ReadonlyArray<OverviewObjective>, today: number): ReadonlyArray<OverviewObjective> =>
  objectives
    .map((objective) => ({
      objective,
      rank: urgencyRank(objective, today, days()),
      since: (isOverdue(objective, today) ? objective.dueDate : objective.lastCheckInOn) ?? ""
    }))
    .filter(({ rank }) => Number.isFinite(rank))
    .toSorted((one, other) => one.rank - other.rank || (one.since < other.since ? -1 : 1))
    .map(({ objective }) => objective)
