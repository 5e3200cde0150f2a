import { HashMap, Option } from "effect"
import { changedEntity } from "../shared/TeamChange.ts"
import type { EventEffect, FoldedEvent, TeamEffect } from "./Event.ts"
import type { EntityId } from "./entities/Ids.ts"
import type { Change } from "./events/EventDefinition.ts"
import { withLatestChanges } from "./LatestChanges.ts"
import { changesBetween } from "./state/EntityChanges.ts"
import { type State, type Team, teamIn } from "./state/State.ts"
import { fieldChanges } from "./state/StructuralChange.ts"
import type { ChangeStamp } from "./state/Targets.ts"

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

const teamAfter = (before: Team | undefined, { team, change }: TeamEffect): Team | undefined => {
  if (change !== undefined) return before && changedEntity(before, change)
  return team === null ? undefined : (team as object as Team | undefined)
}

/** The change of a state that an effect stands for. */
export const appliedEffect = (state: State, { teams, touched }: EventEffect): Change => {
  const changed = teams.map((effect) => {
    const before = teamIn(state, effect.id)
    return { id: effect.id, before, after: teamAfter(before, effect) }
  })
  const changes = changed.flatMap(({ before, after }) => changesBetween(before, after))
  const idsOf = (wanted: "came" | "went") => changes.flatMap(({ kind, id }) => (kind === wanted ? id : []))
  return {
    teams: changed.map(({ id, after = null }) => ({ id, team: after })),
    added: idsOf("came").flatMap((id) =>
      Option.match(HashMap.get(state.entities, id), {
        onNone: () => [],
        onSome: (ref) => [{ id, ref: { ...ref, alive: true } }]
      })
    ),
    deletedIds: idsOf("went"),
    touched
  }
}
