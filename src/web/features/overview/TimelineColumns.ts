import { dayOf } from "../../../shared/Days.ts"
import { isOverdue } from "../../../shared/Pace.ts"
import type { OverviewObjective } from "../../workspace/LiveOverview.ts"

/** Objectives that are due in one quarter, that are overdue, or that have no due date. */
export interface TimelineColumn {
  readonly key: string
  /** Undefined for the other two. */
  readonly quarter: { readonly year: number; readonly quarter: number } | undefined
  readonly isOverdue: boolean
  /** Whether all of it is before the line of the day that is shown. */
  readonly isPast: boolean
  /** By due date. */
  readonly objectives: ReadonlyArray<OverviewObjective>
}

/** Before the line: quarters of what is finished, then what is overdue. After it: quarters, then what has no date. */
const rankOf = ({ isPast, isOverdue, quarter }: TimelineColumn): number =>
  isPast ? (isOverdue ? 1 : 0) : quarter === undefined ? 3 : 2

/** The columns that have objectives, from left to right. `today` is a day of `shared/Pace`; what is due on it is after the line. */
export const timelineColumns = (
  objectives: ReadonlyArray<OverviewObjective>,
  today: number
): ReadonlyArray<TimelineColumn> => {
  const byColumn = Map.groupBy(objectives, (objective) => {
    const { dueDate } = objective
    if (dueDate === null) return "none"
    if (isOverdue(objective, today)) return "overdue"
    const quarter = Math.ceil(Number(dueDate.slice(5, 7)) / 3)
    return `${dueDate.slice(0, 4)}-${quarter}-${dayOf(dueDate) < today ? "past" : "open"}`
  })
  return [...byColumn]
    .map(([key, own]): TimelineColumn => {
      const [year = "", quarter, side] = key.split("-")
      return {
        key,
        quarter: quarter === undefined ? undefined : { year: Number(year), quarter: Number(quarter) },
        isOverdue: key === "overdue",
        isPast: key === "overdue" || side === "past",
        objectives: own.toSorted((one, other) => ((one.dueDate ?? "") < (other.dueDate ?? "") ? -1 : 1))
      }
    })
    .sort((one, other) => rankOf(one) - rankOf(other) || (one.key < other.key ? -1 : 1))
}
