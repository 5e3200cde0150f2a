import { HashMap, Option } from "effect"
import type { LoggedEvent } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import type { State } from "../state/State.ts"
import { bringBackData, restoreData } from "./Past.ts"

/** What an event needs of the state that it goes back to: one team, the team of one entity, or all where both are null. */
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

/** The state with no other teams than these parts need, so that nothing else of it has to be kept in memory. */
export const withParts = (state: State, parts: ReadonlyArray<RestoredPart>): State => {
  if (parts.some(({ teamId, entityId }) => teamId === null && entityId === null)) return state
  const needed = new Set(parts.map((part) => teamOf(state, part)))
  const teams = [...needed].flatMap((id) =>
    id === undefined
      ? []
      : Option.match(HashMap.get(state.teams, id), { onNone: () => [], onSome: (team) => [[id, team] as const] })
  )
  return { ...state, teams: HashMap.fromIterable(teams) }
}
