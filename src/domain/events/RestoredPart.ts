import { HashMap, Option } from "effect"
import type { LoggedEvent } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import type { State } from "../state/State.ts"
import { touchedInTeam } from "./Deletion.ts"
import { bringBackData, restoreData } from "./Past.ts"

/**
 * The part of an earlier state that an event needs: one team, the team of one entity, or all of it if both are null.
 */
export interface RestoredPart {
  readonly teamId: EntityId | null
  readonly entityId: EntityId | null
}

export const restoredPart = (of: Pick<LoggedEvent, "eventType" | "data">): RestoredPart => ({
  teamId: Option.getOrUndefined(restoreData(of))?.teamId ?? null,
  entityId: Option.getOrUndefined(bringBackData(of))?.id ?? null
})

const teamOf = ({ entities }: State, { teamId, entityId }: RestoredPart): EntityId | undefined =>
  teamId ?? (entityId === null ? undefined : Option.getOrUndefined(HashMap.get(entities, entityId))?.teamId)

/** Whether the whole state is needed. */
export const isWhole = ({ teamId, entityId }: RestoredPart): boolean => teamId === null && entityId === null

const found = <A>(all: HashMap.HashMap<EntityId, A>, ids: ReadonlyArray<EntityId>): HashMap.HashMap<EntityId, A> =>
  HashMap.fromIterable(
    ids.flatMap((id) =>
      Option.match(HashMap.get(all, id), { onNone: () => [], onSome: (value) => [[id, value] as const] })
    )
  )

/** The state reduced to the teams that these parts need, so that the rest need not stay in memory. */
export const withParts = (state: State, parts: ReadonlyArray<RestoredPart>): State => {
  if (parts.some(isWhole)) return state
  const needed = new Set(parts.flatMap((part) => teamOf(state, part) ?? []))
  const teams = found(state.teams, [...needed])
  const ids = HashMap.toValues(teams).flatMap((team) => [team.id, ...touchedInTeam(team, "").map((_) => _.entityId)])
  return { ...state, teams, entities: found(state.entities, ids) }
}
