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

const parentsIn = (objectives: Objectives): Map<EntityId, EntityId> =>
  new Map(objectives.flatMap(({ id, parentId }) => (parentId === null ? [] : [[id, parentId] as const])))

const without = (supporters: Supporters, id: EntityId, parentId: EntityId): Supporters => {
  const rest = Option.getOrElse(HashMap.get(supporters, parentId), () => []).filter((each) => each !== id)
  return rest.length === 0 ? HashMap.remove(supporters, parentId) : HashMap.set(supporters, parentId, rest)
}

const withOne = (supporters: Supporters, id: EntityId, parentId: EntityId): Supporters =>
  HashMap.set(supporters, parentId, [...Option.getOrElse(HashMap.get(supporters, parentId), () => []), id])

/** The supporters once a team has changed; undefined is a team that does not exist. */
const withSupporters = (supporters: Supporters, before: Objectives = [], after: Objectives = []): Supporters => {
  if (before === after || hasSameParents(before, after)) return supporters
  const [old, now] = [parentsIn(before), parentsIn(after)]
  let changed = supporters
  for (const [id, parentId] of old) if (now.get(id) !== parentId) changed = without(changed, id, parentId)
  for (const [id, parentId] of now) if (old.get(id) !== parentId) changed = withOne(changed, id, parentId)
  return changed
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
export const supportersIn = (teams: Iterable<Team>): Supporters => {
  let supporters: Supporters = HashMap.empty()
  for (const { objectives } of teams) supporters = withSupporters(supporters, [], objectives)
  return supporters
}

/** The objectives, of all teams, whose parent this one is. */
export const supportersOf = (state: State, id: EntityId): ReadonlyArray<Objective> =>
  Option.getOrElse(HashMap.get(state.supporters, id), (): ReadonlyArray<EntityId> => []).flatMap(
    (each) => Targets.objective.find(state, each)?.entity ?? []
  )
