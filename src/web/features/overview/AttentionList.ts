import { isOverdue, isStale } from "../../../shared/Pace.ts"
import type { OverviewObjective } from "../../workspace/LiveOverview.ts"

/** The order of what needs somebody: what is overdue, what is in doubt, what is stale; 3 for what needs nobody. */
const rankOf = (objective: OverviewObjective, today: number): number =>
  isOverdue(objective, today) ? 0 : objective.doubts.length > 0 ? 1 : isStale(objective, today) ? 2 : 3

/** The objectives that need somebody, those first that have waited longest. `today` is a day of `shared/Pace`. */
export const needs = (objectives: ReadonlyArray<OverviewObjective>, today: number): ReadonlyArray<OverviewObjective> =>
  objectives
    .map((objective) => {
      const rank = rankOf(objective, today)
      return { objective, rank, since: (rank === 0 ? objective.dueDate : objective.lastCheckInAt) ?? "" }
    })
    .filter(({ rank }) => rank < 3)
    .toSorted((one, other) => one.rank - other.rank || (one.since < other.since ? -1 : 1))
    .map(({ objective }) => objective)
