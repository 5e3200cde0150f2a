import { HashMap, Option } from "effect"
import type { EntityId } from "../entities/Ids.ts"
import type { Objective, State, Supporters, Team } from "./State.ts"
import * as Targets from "./Targets.ts"

type Objectives = Team["objectives"]

/** Whether both lists have the same objectives with the same parents. Edits of anything else, which most are, end here. */
const hasSameParents = (before: Objectives, after: Objectives): boolean =>
  before.length === after.length &&
  before.every((old, index) => {
    const now = after[index]
    return old === now || (old.id === now?.id && old.parentId === now.parentId)
  })

type ParentOf = readonly [id: EntityId, parentId: EntityId]

const parentsIn = (objectives: Objectives): ReadonlyArray<ParentOf> =>
  objectives.flatMap(({ id, parentId }) => (parentId === null ? [] : [[id, parentId]]))

const without = (supporters: Supporters, [id, parentId]: ParentOf): Supporters => {
  const rest = supporterIdsOf({ supporters }, parentId).filter((each) => each !== id)
  return rest.length === 0 ? HashMap.remove(supporters, parentId) : HashMap.set(supporters, parentId, rest)
}

const withOne = (supporters: Supporters, [id, parentId]: ParentOf): Supporters =>
  HashMap.set(supporters, parentId, [...supporterIdsOf({ supporters }, parentId), id])

/** The supporters once a team has changed; undefined is a team that does not exist. */
const withSupporters = (supporters: Supporters, before: Objectives = [], after: Objectives = []): Supporters => {
  if (before === after || hasSameParents(before, after)) return supporters
  const [old, now] = [parentsIn(before), parentsIn(after)]
  const [was, is] = [new Map(old), new Map(now)]
  const left = old.filter(([id, parentId]) => is.get(id) !== parentId).reduce(without, supporters)
  return now.filter(([id, parentId]) => was.get(id) !== parentId).reduce(withOne, left)
}

/** The state with another version of a team; null for a team that is deleted. */
export const withTeam = (state: State, id: EntityId, team: Team | null): State => {
  const before = Option.getOrUndefined(HashMap.get(state.teams, id))
  return {
    ...state,
    teams: team === null ? HashMap.remove(state.teams, id) : HashMap.set(state.teams, id, team),
    supporters: withSupporters(state.supporters, before?.objectives, team?.objectives)
  }
}

/** The supporters in all teams. */
export const supportersIn = (teams: ReadonlyArray<Team>): Supporters => {
  const byParent = Map.groupBy(
    teams.flatMap(({ objectives }) => parentsIn(objectives)),
    ([, parentId]) => parentId
  )
  return HashMap.fromIterable([...byParent].map(([parentId, all]) => [parentId, all.map(([id]) => id)] as const))
}

/** The ids of the objectives, of all teams, whose parent this one is. */
export const supporterIdsOf = ({ supporters }: Pick<State, "supporters">, id: EntityId): ReadonlyArray<EntityId> =>
  Option.getOrElse(HashMap.get(supporters, id), () => [])

export const supportersOf = (state: State, id: EntityId): ReadonlyArray<Objective> =>
  supporterIdsOf(state, id).flatMap((each) => Targets.objective.find(state, each)?.entity ?? [])
