import { groupedByTitle } from "../../shared/NormalizedText.ts"
import { leadingTeams } from "../../shared/teams/LeadingTeams.ts"
import type { AnswerOf } from "../contract/Call.ts"

type OverviewBody = AnswerOf<"GET /api/overview">
type OverviewObjective = OverviewBody["objectives"][number]
type TeamBody = OverviewBody["teams"][number]["team"]

/** How the objectives of all teams support each other. */
export interface Alignment {
  /** By team and position. */
  readonly all: ReadonlyArray<Placed>
  /** An objective with its team; undefined if there is no such objective. */
  readonly find: (id: string | null) => Placed | undefined
  /** The objectives that support it. */
  readonly supportersOf: (id: string) => ReadonlyArray<Placed>
  /** The objectives that support it, and those that support these, and so on. */
  readonly allBelow: (id: string) => ReadonlyArray<Placed>
  /** The objectives that support none. */
  readonly topmost: ReadonlyArray<Placed>
  /** Whether the first is the second, or supports it, perhaps by way of others. */
  readonly isBelow: (id: string, above: string) => boolean
}

/** An objective with its team. */
export interface Placed {
  readonly objective: OverviewObjective
  readonly team: TeamBody | undefined
}

type Body = Pick<OverviewBody, "teams" | "objectives">

export const alignmentOf = ({ teams, objectives }: Body): Alignment => {
  const teamsById = new Map<string, TeamBody>(teams.map(({ team }) => [team.id, team]))
  const all = objectives.map((objective): Placed => ({ objective, team: teamsById.get(objective.teamId) }))
  const byId = new Map<string | null, Placed>(all.map((each) => [each.objective.id, each]))
  const byParent = Map.groupBy(all, ({ objective: { parentId } }): string =>
    parentId === null || !byId.has(parentId) ? "" : parentId
  )
  const find: Alignment["find"] = (id) => byId.get(id)
  const isBelow: Alignment["isBelow"] = (id, above) => {
    const parentId = id === above ? undefined : find(id)?.objective.parentId
    return id === above || (parentId != null && isBelow(parentId, above))
  }
  const supportersOf: Alignment["supportersOf"] = (id) => byParent.get(id) ?? []
  const allBelow: Alignment["allBelow"] = (id) =>
    supportersOf(id).flatMap((each) => [each, ...allBelow(each.objective.id)])
  return { all, find, supportersOf, allBelow, topmost: byParent.get("") ?? [], isBelow }
}

/** The overview with those teams first whose objectives other teams support; among each other they keep their order. */
export const leadingTeamsFirst = (body: OverviewBody): OverviewBody => {
  const leading = leadingTeams(body.objectives)
  if (leading.size === 0) return body
  const rank = (teamId: string): number => Number(!leading.has(teamId))
  return {
    ...body,
    teams: body.teams.toSorted((left, right) => rank(left.team.id) - rank(right.team.id)),
    objectives: body.objectives.toSorted((left, right) => rank(left.teamId) - rank(right.teamId))
  }
}

/** A principle that one or several teams have under the same title, with what serves it. */
export interface SharedPrinciple {
  readonly title: string
  /** The ids that it has in the teams. */
  readonly ids: ReadonlySet<string>
  readonly objectives: ReadonlyArray<OverviewObjective>
}

/** The principles of all teams, those of the same title as one, with the objectives that serve them. */
export const sharedPrinciples = ({ teams, objectives }: Body): ReadonlyArray<SharedPrinciple> => {
  const serving = Map.groupBy(
    objectives.flatMap((objective) => objective.principleIds.map((id) => ({ id, objective }))),
    ({ id }) => id
  )
  return groupedByTitle(teams.flatMap(({ principles }) => principles)).map((alike) => ({
    title: alike[0].title,
    ids: new Set(alike.map(({ id }) => id)),
    objectives: [...new Set(alike.flatMap(({ id }) => serving.get(id)?.map(({ objective }) => objective) ?? []))]
  }))
}
