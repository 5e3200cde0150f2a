import { mine, mineHint } from "../../texts/OwnerTexts.ts"
import { counted, objectives } from "../../texts/values/Counted.ts"
import { formatNumber } from "../../texts/values/PageFormats.ts"
import type { Flag, SortKey } from "./OverviewFilter.ts"

export * as alignment from "../../texts/AlignmentTexts.ts"
export * from "../../texts/SharedTexts.ts"

const flags: Readonly<Record<Flag, string>> = {
  mine,
  overdue: "Overdue",
  stale: "Stale",
  behind: "Behind schedule",
  doubtful: "In doubt"
}

const flagHints: Readonly<Record<Flag, string>> = {
  mine: mineHint,
  overdue: "Open and past the due date",
  stale: "Open, with measures but no check-in for 14 days, or longer where check-ins are rarer",
  behind: "Less progress than expected by today, at a steady pace from creation to due date",
  doubtful: "The status contradicts progress, schedule or due date, or a measure is worse than its start"
}

const sorts: Readonly<Record<SortKey, string>> = {
  team: "Team",
  status: "Status, worst first",
  due: "Due date, soonest first",
  progress: "Progress, least first",
  pace: "Schedule, furthest behind first",
  changed: "Last change, latest first"
}

export const overview = {
  flags,
  flagHints,
  title: "Overview",
  notLoaded: "Couldn’t load the overview.",
  empty: "No teams yet",
  emptyHint: "Admins create teams under “Teams”. You’ll see the objectives of all of them here.",
  noObjectives: "No objectives yet",
  noObjectivesHint: "Add objectives on the teams’ boards. You’ll see those of all teams here.",
  ofTeams: (count: number, teams: number) => `${objectives(count)} in ${counted(teams, "team")}`,
  byStatus: "By status",
  filters: "Filter and sort",
  search: "Search objectives",
  showFilters: "Filter",
  ofThese: "Of these",
  team: "Team",
  anyTeam: "All teams",
  unknownTeam: "Deleted team",
  principle: "Principle",
  anyPrinciple: "Any principle",
  noPrinciple: "No principle",
  unknownPrinciple: "Deleted principle",
  due: "Due",
  anyDue: "Due any time",
  dueWithin: (days: number) => `Due within ${days} days`,
  since: "Changed",
  anySince: "Changed any time",
  changedWithin: (days: number) => `Changed in the last ${days} days`,
  sinceDate: "Changed since a date…",
  sinceDateLabel: "Changed since",
  sort: "Sort",
  sortBy: (key: SortKey) => `Sort: ${sorts[key]}`,
  reverse: "Reverse order",
  group: "Group",
  groupBy: { team: "Group by team", owner: "Group by owner", quarter: "Group by quarter", none: "Don’t group" },
  clear: "Show all",
  slides: "Slides",
  count: (shown: number, all: number) => `${formatNumber(shown)} of ${objectives(all)}`,
  noMatch: "No objectives match the filter.",
  list: "Objectives",
  teamCount: (count: number, all: number) =>
    count === all ? objectives(all) : `${formatNumber(count)} of ${objectives(all)}`,
  checkIn: (team: string) => `Check in for ${team}`,
  progress: (percent: number, measures: number) => `${percent}% across ${counted(measures, "measure")}`,
  initiatives: (done: number, total: number) => `${done} of ${counted(total, "initiative")} done`,
  overdue: "Overdue",
  stale: "Stale",
  staleHint: (lastCheckIn: string) => `Last check-in: ${lastCheckIn}`,
  neverCheckedIn: "never",
  changed: (who: string, when: string) => `${who}, ${when}`,
  changedAgo: (ago: string) => `changed ${ago}`,
  portfolio: {
    title: "Teams at a glance",
    company: "All teams",
    objectivesOf: "(objectives)",
    mean: "Progress",
    expected: "Expected",
    weeks: "Last 8 weeks",
    fold: "Hide teams",
    unfold: (teams: number) => `Show ${teams} teams`,
    percent: (percent: number) => `${percent}%`,
    progress: (percent: number) => `${percent}% on average`,
    trend: (from: number, since: string, to: number, until: string) => `From ${from}% on ${since} to ${to}% ${until}`,
    today: "today",
    on: (day: string) => `on ${day}`,
    noTrend: "No progress measured yet"
  },
  compare: {
    with: "Compare with",
    presets: { monday: "Since Monday", quarter: "Start of quarter", deck: "Last deck" },
    title: (from: string, to: string) => `Changes from ${from} to ${to}`,
    moved: (count: number) => counted(count, "objective moved", "objectives moved"),
    noneMoved: "No objective has moved.",
    columns: ["Objective", "Team", "Status", "Progress", "Why", "Owner"],
    deleted: "Deleted",
    change: "Change",
    isNew: "New",
    /** For screen readers, between two numbers. */
    became: "then",
    points: (points: number) => (points === 0 ? "±0" : `${points > 0 ? "+" : "−"}${Math.abs(points)}`),
    stop: "Stop comparing"
  },
  timeline: {
    today: (day: string) => `Today, ${day}`,
    more: (count: number) => `Show ${formatNumber(count)} more`
  },
  changes: {
    title: (day: string) => `Changes since ${day}`,
    hint: "Net change since that day.",
    loading: "Comparing…",
    none: "No changes since then.",
    all: "All teams",
    flows: "Status changes",
    /** For screen readers, between two statuses. */
    to: "to",
    inFuture: "That day hasn’t started yet.",
    moreTeams: (count: number) => `Show ${counted(count, "more team", "more teams")}`,
    more: (count: number) => `And ${counted(count, "more change", "more changes")}.`
  }
}
