import { formatNumber } from "../../texts/Formats.ts"
import { texts as shared } from "../../texts/Texts.ts"
import type { Flag, SortKey } from "./OverviewFilter.ts"

const counted = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${formatNumber(count)} ${more}`

const objectives = (count: number): string => counted(count, "objective", "objectives")

const flags: Readonly<Record<Flag, string>> = { overdue: "Overdue", stale: "Stale", behind: "Behind pace" }

const flagHints: Readonly<Record<Flag, string>> = {
  overdue: "Open and past the due date",
  stale: "Open, with measures, and no check-in for 14 days",
  behind: "Below where steady progress from creation to due date would be today"
}

const sorts: Readonly<Record<SortKey, string>> = {
  team: "Team",
  status: "Status, worst first",
  due: "Due date, soonest first",
  progress: "Progress, least first",
  pace: "Pace, most behind first",
  changed: "Last change, latest first"
}

const overview = {
  title: "Overview",
  notLoaded: "The overview could not be loaded.",
  empty: "No teams yet",
  emptyHint: "As soon as there are teams with objectives, all of them are listed here.",
  noObjectives: "No objectives yet",
  noObjectivesHint: "Objectives are added on the teams’ boards. They then appear here, for all teams together.",
  objectives,
  ofTeams: (count: number, teams: number) => `${objectives(count)} of ${counted(teams, "team", "teams")}`,
  addUp: "Where they stand",
  filters: "Filter and sort",
  showFilters: "Filter and sort",
  ofThese: "Of these",
  flags,
  flagHints,
  team: "Team",
  anyTeam: "All teams",
  unknownTeam: "A deleted team",
  principle: "Principle",
  anyPrinciple: "Any principle",
  noPrinciple: "Without a principle",
  loadingPrinciples: "Loading the principles…",
  due: "Due",
  anyDue: "Due at any time",
  dueWithin: (days: number) => `Due within ${days} days`,
  since: "Changed",
  anySince: "Changed at any time",
  changedWithin: (days: number) => `Changed in the last ${days} days`,
  sinceDate: "Changed since a date…",
  sinceDateLabel: "Changed since",
  sort: "Sort",
  sortBy: (key: SortKey) => `Sort: ${sorts[key]}`,
  reverse: "Reverse the order",
  group: "Group by team",
  clear: "Show all",
  print: "Print",
  shown: (shown: number, all: number) =>
    shown === all ? `${objectives(all)} shown.` : `${formatNumber(shown)} of ${objectives(all)} shown.`,
  noneShown: "No objective passes the filter.",
  list: "Objectives",
  teamShown: (count: number, all: number) =>
    count === all ? objectives(all) : `${formatNumber(count)} of ${objectives(all)}`,
  details: (title: string) => `Details of ${title}`,
  openBoard: (team: string) => `Open the board of ${team}`,
  detailsNotLoaded: "The details could not be loaded.",
  gone: "This objective is not there any more.",
  progress: (percent: number, measures: number, expected: number | null) =>
    `${percent}% over ${counted(measures, "measure", "measures")}${expected === null ? "" : shared.common.onPace(expected)}`,
  initiatives: (done: number, total: number) => `${done} of ${counted(total, "initiative", "initiatives")} done`,
  overdue: "Overdue",
  stale: "Stale",
  staleHint: (lastCheckIn: string) => `Last check-in: ${lastCheckIn}`,
  neverCheckedIn: "no check-in yet",
  behind: "Behind",
  changed: (who: string, when: string) => `${who}, ${when}`,
  changes: {
    title: (day: string) => `What has changed since ${day}`,
    hint: "Then against now, whatever happened in between. Days begin at midnight UTC.",
    loading: "Comparing…",
    none: "Nothing has changed since.",
    all: "All teams",
    inFuture: "This day has not begun yet.",
    moreTeams: (count: number) => `Show ${counted(count, "more team", "more teams")}`,
    more: (count: number) => `And ${counted(count, "more change", "more changes")}.`
  }
}

/** The feature's texts together with the shared ones. */
export const texts = { ...shared, overview }
