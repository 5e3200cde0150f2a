import { meanPercent } from "../../../shared/Percent.ts"
import { type StatusCounts, sumOfCounts } from "../../../shared/Statuses.ts"
import type { OverviewBody, OverviewObjective, OverviewTeam, Trend } from "../../workspace/LiveOverview.ts"

/** How a team, or all teams together, stand. */
export interface PortfolioRow {
  /** Undefined for all teams together. */
  readonly team: OverviewTeam["team"] | undefined
  readonly byStatus: StatusCounts
  readonly overdue: number
  readonly stale: number
  /** The mean over objectives that have a percentage and are no draft, as in the trend; null without any. */
  readonly percent: number | null
  /** The same mean of what is expected by today; an objective of which nothing is expected counts as it stands. */
  readonly expected: number | null
  /** `percent` at the beginnings of the latest weeks and now; undefined until loaded. */
  readonly percents: ReadonlyArray<number | null> | undefined
}

const means = (objectives: ReadonlyArray<OverviewObjective>): Pick<PortfolioRow, "percent" | "expected"> => {
  const measured = objectives.flatMap(({ status, percent, expectedPercent }) =>
    status === "draft" || percent === null ? [] : [{ percent, expectedPercent }]
  )
  const isExpected = measured.some(({ expectedPercent }) => expectedPercent !== null)
  return {
    percent: meanPercent(measured.map(({ percent }) => percent)),
    expected: isExpected
      ? meanPercent(measured.map(({ percent, expectedPercent }) => expectedPercent ?? percent))
      : null
  }
}

const sumOf = (teams: ReadonlyArray<OverviewTeam>): Pick<PortfolioRow, "byStatus" | "overdue" | "stale"> => ({
  byStatus: sumOfCounts(teams.map(({ counts }) => counts.byStatus)),
  overdue: teams.reduce((sum, { counts }) => sum + counts.overdue, 0),
  stale: teams.reduce((sum, { counts }) => sum + counts.stale, 0)
})

/** A row for all teams together, and one for each team in the body's order. */
export const portfolioRows = (
  { teams, objectives }: OverviewBody,
  trend: Trend | undefined
): ReadonlyArray<PortfolioRow> => {
  const byTeam = Map.groupBy(objectives, ({ teamId }) => teamId)
  const trends = new Map(trend?.teams.map(({ teamId, percent }) => [teamId, percent]))
  return [
    { team: undefined, ...sumOf(teams), ...means(objectives), percents: trend?.company.percent },
    ...teams.map((row) => ({
      team: row.team,
      ...sumOf([row]),
      ...means(byTeam.get(row.team.id) ?? []),
      percents: trends.get(row.team.id)
    }))
  ]
}
