import { rankOf, type StatusCounts, statusCounts } from "../../../shared/Statuses.ts"
import { none as noOwner } from "../../texts/OwnerTexts.ts"
import { quarterHead } from "../../texts/values/PeriodTexts.ts"
import { sharedPrinciples } from "../../workspace/Alignment.ts"
import type { OverviewBody, OverviewObjective, OverviewTeam } from "../../workspace/LiveOverview.ts"
import { byQuarter } from "../../workspace/objective/PlannedDates.ts"
import {
  baseMatcherOf,
  type Flag,
  flags,
  hasFlag,
  type IsMine,
  type OverviewFilter,
  type SearchText,
  type SortKey
} from "./OverviewFilter.ts"

interface ObjectiveItem {
  readonly kind: "objective"
  readonly id: string
  readonly objective: OverviewObjective
  /** Its flags as bits. */
  readonly marks: number
}

/** One line of the list. */
export type Item =
  | ObjectiveItem
  | { readonly kind: "team"; readonly id: string; readonly row: OverviewTeam; readonly shownCount: number }
  | { readonly kind: "head"; readonly id: string; readonly shownCount: number }

export interface OverviewList {
  readonly items: ReadonlyArray<Item>
  /** The number of objectives in `items`. */
  readonly shownCount: number
  /** Of the objectives that pass everything in the filter but statuses and flags. */
  readonly byStatus: StatusCounts
  readonly byFlag: Readonly<Record<Flag, number>>
}

/** What objectives are sorted by, lowest first; null comes last in both directions. */
type Rank = (objective: OverviewObjective) => number | string | null

const ranks: Readonly<Record<Exclude<SortKey, "team">, Rank>> = {
  status: ({ status }) => rankOf(status),
  due: ({ dueDate }) => dueDate,
  progress: ({ percent }) => percent,
  pace: ({ percent, expectedPercent }) =>
    percent === null || expectedPercent === null ? null : percent - expectedPercent,
  changed: ({ updatedAt }) => updatedAt
}

const bitOf = (flag: Flag): number => 1 << flags.indexOf(flag)

/** The lines of objectives in the body's order. `today` is a day of `shared/Pace`. */
export const itemsOf = (
  objectives: OverviewBody["objectives"],
  today: number,
  isMine: IsMine
): ReadonlyArray<ObjectiveItem> =>
  objectives.map((objective) => {
    const own = flags.filter((flag) => hasFlag(flag, objective, today, isMine))
    return { kind: "objective", id: objective.id, objective, marks: own.reduce((sum, flag) => sum + bitOf(flag), 0) }
  })

/** The body's order is by team, and stays among equals. */
export const sorted = (items: ReadonlyArray<ObjectiveItem>, { sort, isReversed }: OverviewFilter) => {
  if (sort === "team") return isReversed ? items.toReversed() : items
  const rank = ranks[sort]
  // The latest change comes first.
  const sign = isReversed === (sort === "changed") ? 1 : -1
  return items
    .map((item) => ({ item, key: rank(item.objective) }))
    .sort((left, right) => {
      if (left.key === right.key) return 0
      if (left.key === null) return 1
      if (right.key === null) return -1
      return left.key < right.key ? -sign : sign
    })
    .map(({ item }) => item)
}

/** Lines under their heads, whose ids are what they say. */
const underHeads = (
  items: ReadonlyArray<ObjectiveItem>,
  headOf: (objective: OverviewObjective) => string
): ReadonlyArray<Item> =>
  [...Map.groupBy(items, ({ objective }) => headOf(objective))].flatMap(
    ([id, own]): ReadonlyArray<Item> => [{ kind: "head", id, shownCount: own.length }, ...own]
  )

const groupedByQuarter = (items: ReadonlyArray<ObjectiveItem>): ReadonlyArray<Item> =>
  underHeads(
    byQuarter(items, ({ objective }) => objective.dueDate),
    ({ dueDate }) => quarterHead(dueDate)
  )

/** By name; what has no owner comes first, since nobody else will ask. */
const groupedByOwner = (items: ReadonlyArray<ObjectiveItem>): ReadonlyArray<Item> =>
  underHeads(
    items.toSorted((left, right) => left.objective.owner.localeCompare(right.objective.owner)),
    ({ owner }) => owner || noOwner
  )

const groupedByTeam = (
  items: ReadonlyArray<ObjectiveItem>,
  teams: ReadonlyArray<OverviewTeam>
): ReadonlyArray<Item> => {
  const byTeam = Map.groupBy(items, ({ objective }) => objective.teamId)
  return teams.flatMap((row): ReadonlyArray<Item> => {
    const own = byTeam.get(row.team.id) ?? []
    return own.length === 0 ? [] : [{ kind: "team", id: row.team.id, row, shownCount: own.length }, ...own]
  })
}

/**
 * The list that the overview shows, from lines already in the filter's order. This runs at each change of the filter,
 * so it does only what is cheap.
 */
export const overviewList = (
  teams: ReadonlyArray<OverviewTeam>,
  all: ReadonlyArray<ObjectiveItem>,
  filter: OverviewFilter,
  today: number,
  searchText: SearchText
): OverviewList => {
  const byFlag = { mine: 0, overdue: 0, stale: 0, behind: 0, doubtful: 0 }
  const statuses = new Set(filter.statuses)
  const wanted = filter.flags.reduce((sum, flag) => sum + bitOf(flag), 0)
  const shared = filter.principle === "" ? [] : sharedPrinciples({ teams, objectives: [] })
  const alike = shared.find(({ ids }) => ids.has(filter.principle))?.ids ?? new Set()
  const isCounted = baseMatcherOf(filter, today, searchText, alike)
  const counted = all.filter(({ objective }) => isCounted(objective))
  const shown: Array<ObjectiveItem> = []
  for (const item of counted) {
    const { status } = item.objective
    for (const flag of flags) if ((item.marks & bitOf(flag)) !== 0) byFlag[flag] += 1
    if ((statuses.size === 0 || statuses.has(status)) && (item.marks & wanted) === wanted) shown.push(item)
  }
  const order = filter.sort === "team" && filter.isReversed ? teams.toReversed() : teams
  const groupers = {
    team: () => groupedByTeam(shown, order),
    owner: () => groupedByOwner(shown),
    quarter: () => groupedByQuarter(shown),
    none: () => shown
  }
  const items = groupers[filter.grouping]()
  const byStatus = statusCounts(counted.map(({ objective }) => objective))
  return { items, shownCount: shown.length, byStatus, byFlag }
}
