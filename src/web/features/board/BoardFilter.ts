import type { ObjectivesBody } from "../../../domain/views/Views.ts"
import { searchable } from "../../../shared/NormalizedText.ts"
import { objectiveStatuses } from "../../../shared/Statuses.ts"
import { filteredPeriod, periodTest } from "../../workspace/objective/PlannedDates.ts"

type Objective = ObjectivesBody["objectives"][number]
type Status = Objective["status"]

/**
 * Which objectives are shown. `principle`: an id, "none" for objectives without a principle, or empty for all. `period`: see
 * `workspace/Periods`.
 */
export interface BoardFilter {
  readonly text: string
  readonly statuses: ReadonlyArray<Status>
  readonly principle: string
  /** Whether only those are shown that the user owns. */
  readonly isMine: boolean
  readonly period: string
  /** By the quarter in which they are due, instead of in the order of the board. */
  readonly isGrouped: boolean
}

export const noFilter: BoardFilter = {
  text: "",
  statuses: [],
  principle: "",
  isMine: false,
  period: "",
  isGrouped: false
}

const grouped = "quarter"

/** Reads the filter from a URL's query; unknown values are ignored. */
export const filterOf = (query: string): BoardFilter => {
  const found = new URLSearchParams(query)
  const chosen = found.get("status")?.split(",") ?? []
  return {
    text: found.get("q") ?? "",
    statuses: objectiveStatuses.filter((status) => chosen.includes(status)),
    principle: found.get("principle") ?? "",
    isMine: found.get("is") === "mine",
    period: filteredPeriod(found.get("period")),
    isGrouped: found.get("group") === grouped
  }
}

/** The filter as a query with its question mark; empty for the empty filter. */
export const queryOf = ({ text, statuses, principle, isMine, period, isGrouped }: BoardFilter): string => {
  const parts = Object.entries({
    ...{ q: text, status: statuses.join(), principle, is: isMine ? "mine" : "", period },
    group: isGrouped ? grouped : ""
  })
  const query = new URLSearchParams(parts.filter(([, value]) => value.trim() !== ""))
  return query.size === 0 ? "" : `?${query}`
}

export const isEmptyFilter = (filter: BoardFilter): boolean => queryOf(filter) === ""

const searchedText = ({ title, description, owner, groups, initiatives, progress }: Objective): string =>
  [
    title,
    description,
    owner,
    ...[...groups, ...progress].map(({ name }) => name),
    ...initiatives.flatMap(({ title, owner }) => [title, owner])
  ]
    .map((text) => searchable(text))
    .join("\n")

const hasPrinciple = ({ principles }: Objective, principle: string): boolean =>
  principle === "" || (principle === "none" ? principles.length === 0 : principles.some(({ id }) => id === principle))

/** What a filter asks besides the objective: whether an owner is the user, and today's date. */
export interface Asked {
  readonly isOwn: (owner: string) => boolean
  readonly today: string
}

/** Returns a predicate. Each word of the filter's text must be in the objective; case and accents do not matter. */
export const matcherOf = (
  { text, statuses, principle, isMine, period }: BoardFilter,
  { isOwn, today }: Asked
): ((objective: Objective) => boolean) => {
  const isInPeriod = periodTest(period, today)
  const words = searchable(text)
    .split(/\s+/)
    .filter((word) => word !== "")
  return (objective) => {
    if (statuses.length > 0 && !statuses.includes(objective.status)) return false
    if (isMine && !isOwn(objective.owner)) return false
    if (!hasPrinciple(objective, principle) || !isInPeriod(objective)) return false
    if (words.length === 0) return true
    const all = searchedText(objective)
    return words.every((word) => all.includes(word))
  }
}
