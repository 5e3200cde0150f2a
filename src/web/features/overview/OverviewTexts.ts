import { onPace } from "../../texts/Common.ts"
import { counted, objectives } from "../../texts/Counted.ts"
import { formatNumber } from "../../texts/Formats.ts"
import type { Flag, SortKey } from "./OverviewFilter.ts"

export const flags: Readonly<Record<Flag, string>> = { overdue: "Overdue", stale: "Stale", behind: "Behind pace" }

export const flagHints: Readonly<Record<Flag, string>> = {
  overdue: "Open and past the due date",
  stale: "Open, with measures, and no check-in for 14 days",
  behind: "Below where steady progress from creation to due date would be today"
}

export const sorts: Readonly<Record<SortKey, string>> = {
  team: "Team",
  status: "Status, worst first",
  due: "Due date, soonest first",
  progress: "Progress, least first",
  pace: "Pace, most behind first",
  changed: "Last change, latest first"
}

export { objectives }

export const title = "Overview"
export const notLoaded = "The overview could not be loaded."
export const empty = "No teams yet"
export const emptyHint = "As soon as there are teams with objectives, all of them are listed here."
export const noObjectives = "No objectives yet"
export const noObjectivesHint =
  "Objectives are added on the teams’ boards. They then appear here, for all teams together."
export const ofTeams = (count: number, teams: number) => `${objectives(count)} of ${counted(teams, "team")}`
export const addUp = "Where they stand"
export const filters = "Filter and sort"
export const showFilters = "Filter and sort"
export const ofThese = "Of these"
export const team = "Team"
export const anyTeam = "All teams"
export const unknownTeam = "A deleted team"
export const principle = "Principle"
export const anyPrinciple = "Any principle"
export const noPrinciple = "Without a principle"
export const loadingPrinciples = "Loading the principles…"
export const due = "Due"
export const anyDue = "Due at any time"
export const dueWithin = (days: number) => `Due within ${days} days`
export const since = "Changed"
export const anySince = "Changed at any time"
export const changedWithin = (days: number) => `Changed in the last ${days} days`
export const sinceDate = "Changed since a date…"
export const sinceDateLabel = "Changed since"
export const sort = "Sort"
export const sortBy = (key: SortKey) => `Sort: ${sorts[key]}`
export const reverse = "Reverse the order"
export const group = "Group by team"
export const clear = "Show all"
export const print = "Print"
export const slides = "Slides"
export const shown = (shown: number, all: number) =>
  shown === all ? `${objectives(all)} shown.` : `${formatNumber(shown)} of ${objectives(all)} shown.`
export const noneShown = "No objective passes the filter."
export const list = "Objectives"
export const teamShown = (count: number, all: number) =>
  count === all ? objectives(all) : `${formatNumber(count)} of ${objectives(all)}`
export const details = (title: string) => `Details of ${title}`
export const openBoard = (team: string) => `Open the board of ${team}`
export const detailsNotLoaded = "The details could not be loaded."
export const gone = "This objective is not there any more."
export const progress = (percent: number, measures: number, expected: number | null) =>
  `${percent}% over ${counted(measures, "measure")}${expected === null ? "" : onPace(expected)}`
export const initiatives = (done: number, total: number) => `${done} of ${counted(total, "initiative")} done`
export const overdue = "Overdue"
export const stale = "Stale"
export const staleHint = (lastCheckIn: string) => `Last check-in: ${lastCheckIn}`
export const neverCheckedIn = "no check-in yet"
export const behind = "Behind"
export const changed = (who: string, when: string) => `${who}, ${when}`
export const changes = {
  title: (day: string) => `What has changed since ${day}`,
  hint: "Then against now, whatever happened in between. Days begin at midnight UTC.",
  loading: "Comparing…",
  none: "Nothing has changed since.",
  all: "All teams",
  inFuture: "This day has not begun yet.",
  moreTeams: (count: number) => `Show ${counted(count, "more team", "more teams")}`,
  more: (count: number) => `And ${counted(count, "more change", "more changes")}.`
}
