import { HashMap, Option } from "effect"
import type { EffectCode } from "../../shared/words/Facts.ts"
import type { Touched } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import { type Objective, type State, type Team, teamIn } from "../state/State.ts"
import { supporterIdsOf, withTeam } from "../state/Supporters.ts"
import * as Targets from "../state/Targets.ts"
import { type Change, transitivelyTouched } from "./EventDefinition.ts"
import { parentRefusal } from "./ParentRules.ts"

/** What becomes of parents across teams when objectives go or come back. */

/** The teams that an event changes, and what it touches besides its own entity. */
export type Changed = Pick<Change, "teams" | "touched">

const stateAfter = (before: State, { teams }: Pick<Changed, "teams">): State =>
  teams.reduce((state, { id, team }) => withTeam(state, id, team), before)

const parented = (objective: Objective, parentId: EntityId | null, stamp: Targets.ChangeStamp): Objective => {
  const versions = { ...objective.versions, parent: stamp.sequenceNumber }
  return Targets.objective.withUpdateStamp({ ...objective, versions, parentId }, stamp)
}

/** The change that leads to a state, in which further teams may have changed. */
const changeTo = (
  state: State,
  { teams, touched }: Changed,
  teamIds: Iterable<EntityId>,
  more: Changed["touched"]
) => ({
  teams: [...new Set([...teams.map(({ id }) => id), ...teamIds])].map((id) => ({
    id,
    team: teamIn(state, id) ?? null
  })),
  touched: [...touched, ...more]
})

const teamIdsOf = ({ entities }: State, ids: ReadonlyArray<EntityId>): ReadonlySet<EntityId> =>
  new Set(ids.flatMap((id) => Option.getOrUndefined(HashMap.get(entities, id))?.teamId ?? []))

/** The change, after which no objective has a parent that it removes. */
export const withoutParents = (
  before: State,
  change: Changed,
  removedIds: ReadonlyArray<EntityId>,
  code: EffectCode,
  stamp: Targets.ChangeStamp
): Changed => {
  const supporting = removedIds.flatMap((id) => supporterIdsOf(before, id))
  if (supporting.length === 0) return change
  const removed = new Set<EntityId | null>(removedIds)
  const orphans: Array<Touched> = []
  const orphaned = (objective: Objective): Objective => {
    if (!removed.has(objective.parentId)) return objective
    orphans.push(transitivelyTouched("objective", objective, code))
    return parented(objective, null, stamp)
  }
  const teamIds = teamIdsOf(before, supporting)
  let state = stateAfter(before, change)
  for (const id of teamIds) {
    const team = teamIn(state, id)
    if (team !== undefined) state = withTeam(state, id, { ...team, objectives: team.objectives.map(orphaned) })
  }
  return orphans.length === 0 ? change : changeTo(state, change, teamIds, orphans)
}

/**
 * The change, after which objectives that came back have those below them again that they had then, have no parent now, and that
 * nobody gave another one since.
 */
export const withSupportersAgain = (
  before: State,
  change: Changed,
  then: State,
  returnedIds: ReadonlyArray<EntityId>,
  code: EffectCode,
  stamp: Targets.ChangeStamp & { readonly lastSeenSequence: number | null }
): Changed => {
  const seen = stamp.lastSeenSequence ?? stamp.sequenceNumber
  const again: Array<Touched> = []
  let state = stateAfter(before, change)
  for (const parentId of returnedIds) {
    for (const id of supporterIdsOf(then, parentId)) {
      const found = Targets.objective.find(state, id)
      const isFree = found?.entity.parentId === null && (found.entity.versions.parent ?? 0) <= seen
      if (!isFree || parentRefusal(state, id, parentId) !== null) continue
      state = withTeam(state, found.team.id, found.replaceWith(parented(found.entity, parentId, stamp)))
      again.push(transitivelyTouched("objective", found.entity, code))
    }
  }
  const ids = again.map(({ entityId }) => entityId)
  return again.length === 0 ? change : changeTo(state, change, teamIdsOf(before, ids), again)
}

/** A team as it was, whose objectives have no parent elsewhere that they cannot have now. */
export const withPossibleParents = (now: State, then: Team): Team => {
  const own = new Set<EntityId | null>([null, ...then.objectives.map(({ id }) => id)])
  const elsewhere = then.objectives.filter(({ parentId }) => !own.has(parentId))
  if (elsewhere.length === 0) return then
  let team: Team = {
    ...then,
    objectives: then.objectives.map((each) => (own.has(each.parentId) ? each : { ...each, parentId: null }))
  }
  let state = withTeam(now, then.id, team)
  for (const objective of elsewhere) {
    if (parentRefusal(state, objective.id, objective.parentId) !== null) continue
    team = { ...team, objectives: team.objectives.map((each) => (each.id === objective.id ? objective : each)) }
    state = withTeam(now, then.id, team)
  }
  return team
}
