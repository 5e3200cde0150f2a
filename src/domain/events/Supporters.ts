import { HashMap } from "effect"
import type { EffectCode } from "../../shared/words/Facts.ts"
import type { Touched } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import { parentRefusal, supportersOf } from "../state/Alignment.ts"
import { type State, type Team, teamIn } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import { type TeamChange, transitivelyTouched } from "./EventDefinition.ts"

/** What becomes of parents across teams when objectives go or come back. */

/** Teams that an event changes, and what it touches besides its own entity. */
export interface Changed {
  readonly teams: ReadonlyArray<TeamChange>
  readonly touched: ReadonlyArray<Touched>
}

type ParentOf = readonly [id: EntityId, parentId: EntityId | null]

const withTeam = (state: State, { id, team }: TeamChange): State => ({
  ...state,
  teams: team === null ? HashMap.remove(state.teams, id) : HashMap.set(state.teams, id, team)
})

const parentIn = (state: State, id: EntityId) => Targets.objective.find(state, id)?.entity.parentId

/** The change, then other parents for living objectives. A parent that an objective cannot have is left out. */
const withParents = (
  before: State,
  { teams, touched }: Changed,
  parentsIn: (state: State) => ReadonlyArray<ParentOf>,
  code: EffectCode,
  stamp: Targets.ChangeStamp
): Changed => {
  let state = teams.reduce(withTeam, before)
  const ids = new Set(teams.map(({ id }) => id))
  const changed: Array<Touched> = []
  for (const [id, parentId] of parentsIn(state)) {
    const found = Targets.objective.find(state, id)
    if (found === undefined || parentRefusal(state, id, parentId) !== null) continue
    const versions = { ...found.entity.versions, parent: stamp.sequenceNumber }
    const entity = Targets.objective.withUpdateStamp({ ...found.entity, versions, parentId }, stamp)
    state = withTeam(state, { id: found.team.id, team: found.replaceWith(entity) })
    ids.add(found.team.id)
    changed.push(transitivelyTouched("objective", found.entity, code))
  }
  return {
    teams: [...ids].map((id) => ({ id, team: teamIn(state, id) ?? null })),
    touched: [...touched, ...changed]
  }
}

/** The change, after which no objective has a parent that it removes. */
export const withoutParents = (
  before: State,
  change: Changed,
  removedIds: ReadonlyArray<EntityId>,
  code: EffectCode,
  stamp: Targets.ChangeStamp
): Changed => {
  const orphans = removedIds.flatMap((id) => supportersOf(before, id))
  if (orphans.length === 0) return change
  const removed = new Set<EntityId | null | undefined>(removedIds)
  const parentsIn = (state: State) =>
    orphans.filter(({ id }) => removed.has(parentIn(state, id))).map(({ id }): ParentOf => [id, null])
  return withParents(before, change, parentsIn, code, stamp)
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
  const supporting = returnedIds.flatMap((id) => supportersOf(then, id).map((each): ParentOf => [each.id, id]))
  if (supporting.length === 0) return change
  const seen = stamp.lastSeenSequence ?? stamp.sequenceNumber
  const isFree = (state: State, id: EntityId): boolean => {
    const entity = Targets.objective.find(state, id)?.entity
    return entity?.parentId === null && (entity.versions.parent ?? 0) <= seen
  }
  return withParents(before, change, (state) => supporting.filter(([id]) => isFree(state, id)), code, stamp)
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
  let state = withTeam(now, { id: then.id, team })
  for (const objective of elsewhere) {
    if (parentRefusal(state, objective.id, objective.parentId) !== null) continue
    team = { ...team, objectives: team.objectives.map((each) => (each.id === objective.id ? objective : each)) }
    state = withTeam(now, { id: then.id, team })
  }
  return team
}
