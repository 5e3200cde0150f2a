import { HashMap, Option } from "effect"
import { changedEntity } from "../shared/TeamChange.ts"
import type { EventEffect, FoldedEvent, TeamEffect } from "./Event.ts"
import type { EntityId } from "./entities/Ids.ts"
import type { Change } from "./events/EventDefinition.ts"
import { withLatestChanges } from "./LatestChanges.ts"
import { findTeam, type State, type Team } from "./state/State.ts"
import { fieldChanges } from "./state/StructuralChange.ts"
import type { ChangeStamp } from "./state/Targets.ts"

const teamIn = (state: State, id: EntityId): Team | undefined => Option.getOrUndefined(findTeam(state, id))

const teamEffect = (id: EntityId, before: Team | undefined, after: Team | null): TeamEffect => {
  if (after === null) return { id, team: null }
  // A state's entities consist of what JSON can hold.
  if (before === undefined) return { id, team: after as object as NonNullable<TeamEffect["team"]> }
  return { id, change: { id, ...fieldChanges(before, after) } as NonNullable<TeamEffect["change"]> }
}

/** What an event that goes back to an earlier state makes of the state. */
export const effectOf = (
  state: State,
  event: ChangeStamp & Pick<FoldedEvent, "targetId">,
  change: Pick<Change, "teams" | "touched">
): EventEffect => ({
  teams: withLatestChanges(state, event, change).map(({ id, team }) => teamEffect(id, teamIn(state, id), team)),
  touched: change.touched
})

const idsIn = (team: Team | undefined): ReadonlyArray<EntityId> => {
  if (team === undefined) return []
  const ids = [team.id, ...team.principles.map(({ id }) => id)]
  for (const { id, groups, initiatives, progress } of team.objectives) {
    ids.push(id)
    for (const parts of [groups, initiatives, progress]) for (const part of parts) ids.push(part.id)
  }
  return ids
}

const teamAfter = (before: Team | undefined, { team, change }: TeamEffect): Team | undefined => {
  if (change !== undefined) return before && changedEntity(before, change)
  return team === null ? undefined : (team as object as Team | undefined)
}

/** The change of a state that an effect stands for. */
export const appliedEffect = (state: State, { teams, touched }: EventEffect): Change => {
  const changed = teams.map((effect) => {
    const before = teamIn(state, effect.id)
    return { id: effect.id, before: idsIn(before), team: teamAfter(before, effect) }
  })
  const living = new Set(changed.flatMap(({ team }) => idsIn(team)))
  const known = new Set(changed.flatMap(({ before }) => before))
  const cameBack = [...living].filter((id) => !known.has(id))
  return {
    teams: changed.map(({ id, team = null }) => ({ id, team })),
    added: cameBack.flatMap((id) =>
      Option.match(HashMap.get(state.entities, id), {
        onNone: () => [],
        onSome: (ref) => [{ id, ref: { ...ref, alive: true } }]
      })
    ),
    deletedIds: [...known].filter((id) => !living.has(id)),
    touched
  }
}
