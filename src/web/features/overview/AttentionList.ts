import { isOpen, isOverdue, urgencyRank } from "../../../shared/Pace.ts"
import { days } from "../../texts/values/Clock.ts"
import type { OverviewObjective } from "../../workspace/LiveOverview.ts"
import type { IsMine } from "./OverviewFilter.ts"

/** After every date. */
const never = "9999-12-31"

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

/** What the user owns and is open: first what needs somebody, then the others, the one that is due soonest first. */
export const owned = (
  objectives: ReadonlyArray<OverviewObjective>,
  today: number,
  isMine: IsMine
): ReadonlyArray<OverviewObjective> => {
  const mine = objectives.filter(({ status, owner }) => isOpen(status) && isMine(owner))
  const urgent = needs(mine, today)
  const calm = mine
    .filter((objective) => !urgent.includes(objective))
    .toSorted((one, other) => ((one.dueDate ?? never) < (other.dueDate ?? never) ? -1 : 1))
  return [...urgent, ...calm]
}
