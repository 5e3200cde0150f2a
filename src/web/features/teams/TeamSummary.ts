import { worstFirst } from "../../../shared/Statuses.ts"
import type { OverviewBody, OverviewObjective, OverviewTeam } from "../../workspace/LiveOverview.ts"

type Authorship = Pick<OverviewObjective, "updatedAt" | "updatedBy">

export interface TeamSummary {
  readonly principles: number
  readonly objectives: number
  /** The statuses that occur, worst first. */
  readonly statuses: ReadonlyArray<readonly [status: OverviewObjective["status"], count: number]>
  /** The latest change of an objective or of one of its measures; undefined without objectives. */
  readonly last: Authorship | undefined
}

const summaryOf = ({ principles, objectives, byStatus }: OverviewTeam["counts"], last: TeamSummary["last"]) => ({
  principles,
  objectives,
  statuses: worstFirst.map((status) => [status, byStatus[status]] as const).filter(([, count]) => count > 0),
  last
})

/** The summary of each team, by its id. */
export const teamSummaries = ({ teams, objectives }: OverviewBody): ReadonlyMap<string, TeamSummary> => {
  const latest = new Map<string, Authorship>()
  for (const objective of objectives) {
    const known = latest.get(objective.teamId)
    // ISO 8601 timestamps of equal length can be compared as texts.
    if (known === undefined || objective.updatedAt > known.updatedAt) latest.set(objective.teamId, objective)
  }
  return new Map(teams.map(({ team: { id }, counts }) => [id, summaryOf(counts, latest.get(id))]))
}
