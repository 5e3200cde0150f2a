import { statusOrder } from "../../parts/StatusOrder.ts"
import type { OverviewBody, OverviewObjective, OverviewTeam } from "../../workspace/Overview.ts"
import {
  baseMatcherOf,
  countedMatcherOf,
  type Flag,
  flags,
  hasFlag,
  type OverviewFilter,
  type SortKey
} from "./OverviewFilter.ts"

/** One line of the list. */
export type Item =
  | { readonly kind: "team"; readonly id: string; readonly row: OverviewTeam; readonly shown: number }
  | { readonly kind: "objective"; readonly id: string; readonly objective: OverviewObjective }

export interface OverviewList {
  readonly items: ReadonlyArray<Item>
  /** The number of objectives in `items`. */
  readonly shown: number
  /** The objectives that pass everything in the filter but statuses and flags; the statuses add up to it. */
  readonly counted: number
  readonly byStatus: Readonly<Record<OverviewObjective["status"], number>>
  readonly byFlag: Readonly<Record<Flag, number>>
}

/** What objectives are sorted by, lowest first; null comes last in both directions. */
type Rank = (objective: OverviewObjective) => number | string | null

const ranks: Readonly<Record<Exclude<SortKey, "team">, Rank>> = {
  status: ({ status }) => statusOrder.indexOf(status),
  due: ({ dueDate }) => dueDate,
  progress: ({ percent }) => percent,
  pace: ({ percent, expectedPercent }) =>
    percent === null || expectedPercent === null ? null : percent - expectedPercent,
  // The latest first.
  changed: ({ updatedAt }) => -Date.parse(updatedAt)
}

/** The body's order is by team, and stays among equals. */
const sorted = (objectives: ReadonlyArray<OverviewObjective>, sort: SortKey, isReversed: boolean) => {
  if (sort === "team") return isReversed ? objectives.toReversed() : objectives
  const rank = ranks[sort]
  const sign = isReversed ? -1 : 1
  return objectives
    .map((objective) => ({ objective, key: rank(objective) }))
    .sort((left, right) => {
      if (left.key === right.key) return 0
      if (left.key === null) return 1
      if (right.key === null) return -1
      return left.key < right.key ? -sign : sign
    })
    .map(({ objective }) => objective)
}

const objectiveItem = (objective: OverviewObjective): Item => ({ kind: "objective", id: objective.id, objective })

const grouped = (
  objectives: ReadonlyArray<OverviewObjective>,
  teams: ReadonlyArray<OverviewTeam>
): ReadonlyArray<Item> => {
  const byTeam = Map.groupBy(objectives, ({ teamId }) => teamId)
  return teams.flatMap((row): ReadonlyArray<Item> => {
    const own = byTeam.get(row.team.id) ?? []
    if (own.length === 0) return []
    return [{ kind: "team", id: row.team.id, row, shown: own.length }, ...own.map(objectiveItem)]
  })
}

/** What the overview shows of all teams. `today` is a day of `shared/Pace`. */
export const overviewList = (
  { teams, objectives }: OverviewBody,
  filter: OverviewFilter,
  today: number
): OverviewList => {
  const byStatus = { draft: 0, on_track: 0, at_risk: 0, off_track: 0, achieved: 0, missed: 0 }
  const byFlag = { overdue: 0, stale: 0, behind: 0 }
  const counted = objectives.filter(baseMatcherOf(filter, today))
  for (const objective of counted) {
    byStatus[objective.status] += 1
    for (const flag of flags) if (hasFlag(flag, objective, today)) byFlag[flag] += 1
  }
  const shown = sorted(counted.filter(countedMatcherOf(filter, today)), filter.sort, filter.isReversed)
  const order = filter.sort === "team" && filter.isReversed ? teams.toReversed() : teams
  const items = filter.isGrouped ? grouped(shown, order) : shown.map(objectiveItem)
  return { items, shown: shown.length, counted: counted.length, byStatus, byFlag }
}
