import { dateOfDay, dayOf } from "../../../shared/Days.ts"
import { searchable } from "../../../shared/NormalizedText.ts"
import { isBehind, isOpen, isOverdue, isStale } from "../../../shared/Pace.ts"
import { objectiveStatuses } from "../../../shared/Statuses.ts"
import { days } from "../../texts/values/Clock.ts"
import type { OverviewObjective } from "../../workspace/LiveOverview.ts"
import { filteredPeriod, periodTest } from "../../workspace/objective/PlannedDates.ts"

type Status = OverviewObjective["status"]

export const flags = ["mine", "overdue", "stale", "behind", "doubtful"] as const
export type Flag = (typeof flags)[number]

export const views = ["list", "timeline"] as const
export type View = (typeof views)[number]

export const sortKeys = ["team", "status", "due", "progress", "pace", "changed"] as const
export type SortKey = (typeof sortKeys)[number]

export const groupings = ["team", "owner", "quarter", "none"] as const
type Grouping = (typeof groupings)[number]

/** Days that a period can have; a period may also be a date. */
export const periods: ReadonlyArray<number> = [7, 30, 90]

/** What the overview shows, and in which order. */
export interface OverviewFilter {
  /** Words of the title, the team's name or the owner; empty for all. */
  readonly text: string
  /** An id, or empty for all. */
  readonly team: string
  readonly statuses: ReadonlyArray<Status>
  /** The id that it has in one of the teams, "none" for objectives without a principle, or empty for all. */
  readonly principle: string
  /** See `workspace/Periods`. */
  readonly period: string
  /** Only open objectives that are due within this many days from today, overdue ones included; null for all. */
  readonly dueWithin: number | null
  /** Only objectives for which all of these hold. */
  readonly flags: ReadonlyArray<Flag>
  /** Only objectives changed since then: `7d`, `30d`, `90d`, or `YYYY-MM-DD`; empty for all. */
  readonly since: string
  readonly sort: SortKey
  readonly isReversed: boolean
  readonly grouping: Grouping
  /** The day that the teams are compared with, `YYYY-MM-DD`; empty for none. */
  readonly comparedWith: string
  readonly view: View
}

export const noFilter: OverviewFilter = {
  text: "",
  team: "",
  statuses: [],
  principle: "",
  period: "",
  dueWithin: null,
  flags: [],
  since: "",
  sort: "team",
  isReversed: false,
  grouping: "team",
  comparedWith: "",
  view: "list"
}

const date = /^\d{4}-\d{2}-\d{2}$/

const isDate = (text: string): boolean => date.test(text) && !Number.isNaN(Date.parse(text))

const isSince = (text: string): boolean => periods.some((days) => text === `${days}d`) || isDate(text)

const oneOf = <A extends string>(all: ReadonlyArray<A>, text: string | null, otherwise: A): A =>
  all.find((each) => each === text) ?? otherwise

const chosenOf = <A extends string>(all: ReadonlyArray<A>, text: string | null): ReadonlyArray<A> => {
  const chosen = text?.split(",") ?? []
  return all.filter((each) => chosen.includes(each))
}

/** The grouping of a list unless the user says otherwise: groups would hide any other order. */
export const groupingOf = (sort: SortKey): Grouping => (sort === "team" ? "team" : "none")

/** Reads the filter from a URL's query; unknown values are ignored. */
export const filterOf = (query: string): OverviewFilter => {
  const found = new URLSearchParams(query)
  const since = found.get("since") ?? ""
  const comparedWith = found.get("with") ?? ""
  const sort = oneOf(sortKeys, found.get("sort"), noFilter.sort)
  return {
    text: found.get("q") ?? "",
    team: found.get("team") ?? "",
    statuses: chosenOf(objectiveStatuses, found.get("status")),
    principle: found.get("principle") ?? "",
    period: filteredPeriod(found.get("period")),
    dueWithin: periods.find((days) => String(days) === found.get("due")) ?? null,
    flags: chosenOf(flags, found.get("is")),
    since: isSince(since) ? since : "",
    sort,
    isReversed: found.get("order") === "reversed",
    grouping: oneOf(groupings, found.get("group"), groupingOf(sort)),
    comparedWith: isDate(comparedWith) ? comparedWith : "",
    view: oneOf(views, found.get("view"), noFilter.view)
  }
}

/** The filter as a query with its question mark; empty for `noFilter`. */
export const queryOf = (filter: OverviewFilter): string => {
  const entries: ReadonlyArray<readonly [string, string]> = [
    ["q", filter.text],
    ["team", filter.team],
    ["status", filter.statuses.join(",")],
    ["principle", filter.principle],
    ["period", filter.period],
    ["due", filter.dueWithin === null ? "" : String(filter.dueWithin)],
    ["is", filter.flags.join(",")],
    ["since", filter.since],
    ["sort", filter.sort === noFilter.sort ? "" : filter.sort],
    ["order", filter.isReversed ? "reversed" : ""],
    ["group", filter.grouping === groupingOf(filter.sort) ? "" : filter.grouping],
    ["with", filter.comparedWith],
    ["view", filter.view === noFilter.view ? "" : filter.view]
  ]
  const query = new URLSearchParams(Object.fromEntries(entries.filter(([, value]) => value !== "")))
  return query.size === 0 ? "" : `?${query}`
}

/** The filter that shows everything in the same way. */
export const cleared = ({ sort, isReversed, grouping, comparedWith, view }: OverviewFilter): OverviewFilter => ({
  ...noFilter,
  sort,
  isReversed,
  grouping,
  comparedWith,
  view
})

/** Whether it shows everything; the order does not matter. */
export const isEmptyFilter = (filter: OverviewFilter): boolean => queryOf(filter) === queryOf(cleared(filter))

/** How many filters are set of those that are folded away. */
export const foldedCount = ({ team, principle, dueWithin, since }: OverviewFilter): number =>
  [team !== "", principle !== "", dueWithin !== null, since !== ""].filter(Boolean).length

/** The first day that a `since` covers; null without one. Days are those of `shared/Days`. */
export const sinceDay = (since: string, today: number): number | null => {
  if (since === "") return null
  return since.endsWith("d") ? today - Number(since.slice(0, -1)) : dayOf(since)
}

/** Whether an owner is the user. */
export type IsMine = (owner: string) => boolean

const flagTests: Readonly<Record<Flag, (objective: OverviewObjective, today: number, isMine: IsMine) => boolean>> = {
  mine: ({ owner }, _, isMine) => isMine(owner),
  overdue: isOverdue,
  stale: (objective, today) => isStale(objective, today, days()),
  behind: isBehind,
  doubtful: ({ doubts }) => doubts.length > 0
}

export const hasFlag = (flag: Flag, ...args: Parameters<(typeof flagTests)[Flag]>): boolean => flagTests[flag](...args)

type Test = (objective: OverviewObjective) => boolean

const principleTest = (principle: string, alike: ReadonlySet<string>): Test =>
  principle === "none"
    ? ({ principleIds }) => principleIds.length === 0
    : ({ principleIds }) => principleIds.some((id) => alike.has(id))

/** The text that an objective is searched by, as `searchable` makes it. */
export type SearchText = (objective: OverviewObjective) => string

const textTest = (text: string, searchText: SearchText): Test => {
  const words = searchable(text).split(/\s+/)
  return (objective) => {
    const all = searchText(objective)
    return words.every((word) => all.includes(word))
  }
}

/**
 * Returns a predicate of everything in the filter but the statuses and flags, which the head counts. `alike` has the ids
 * of all principles that have the title of the filter's.
 */
export const baseMatcherOf = (
  filter: OverviewFilter,
  today: number,
  searchText: SearchText,
  alike: ReadonlySet<string>
): Test => {
  const { text, team, principle, period, dueWithin, since } = filter
  const from = sinceDay(since, today)
  // Texts are compared, which is quicker than days.
  const lastDue = dateOfDay(today + (dueWithin ?? 0))
  const begin = days().momentOf(from ?? 0)
  const tests: ReadonlyArray<Test | false> = [
    text.trim() !== "" && textTest(text, searchText),
    team !== "" && (({ teamId }) => teamId === team),
    principle !== "" && principleTest(principle, alike),
    period !== "" && periodTest(period, dateOfDay(today)),
    dueWithin !== null && (({ dueDate, status }) => dueDate !== null && isOpen(status) && dueDate <= lastDue),
    from !== null && (({ updatedAt }) => Date.parse(updatedAt) >= begin)
  ]
  const all = tests.filter((test) => test !== false)
  return (objective) => all.every((test) => test(objective))
}
