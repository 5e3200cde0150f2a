import { HashMap } from "effect"
import type { Effects, FoldedEvent, LoggedEvent, Touched } from "./Event.ts"
import type { Change, TeamChange } from "./events/EventDefinition.ts"
import { eventTable } from "./events/EventTable.ts"
import { noPast, type Past } from "./events/Past.ts"
import { withLatestChanges } from "./LatestChanges.ts"
import type { State } from "./state/State.ts"

export interface Evolution {
  readonly state: State
  readonly effects: Effects
}

const withEntityRefs = (entities: State["entities"], { added, deletedIds }: Change): State["entities"] => {
  const rest = deletedIds.reduce((all, id) => HashMap.modify(all, id, (ref) => ({ ...ref, alive: false })), entities)
  return added.reduce((all, { id, ref }) => HashMap.set(all, id, ref), rest)
}

const withTeam = (teams: State["teams"], { id, team }: TeamChange, touchedAt: number): State["teams"] =>
  team === null ? HashMap.remove(teams, id) : HashMap.set(teams, id, { ...team, touchedAt })

/** The parts of an event that `evolve` needs. Without `entityId`, the effects omit the event's own entity. */
type FoldableEvent = FoldedEvent & Partial<Pick<LoggedEvent, "entityId" | "entityType">>

/**
 * Folds one event of the log; a rejected one only advances the sequence number. `past` must know the event's
 * `restoreTarget`; otherwise the restore does nothing, and the result is not the state of the log.
 */
export const evolve = (state: State, event: FoldableEvent, past: Past = noPast): Evolution => {
  const { sequenceNumber, entityId = null, entityType = null } = event
  const subject: ReadonlyArray<Touched> =
    entityId === null || entityType === null ? [] : [{ entityId, entityType, transitive: false, description: null }]
  const change = event.status === "applied" ? eventTable[event.eventType].evolve(state, event, past) : null
  if (change === null) return { state: { ...state, sequenceNumber }, effects: { touched: subject, teamIds: [] } }
  const teams = withLatestChanges(state, event, change)
  return {
    state: {
      sequenceNumber,
      teams: teams.reduce((teams, each) => withTeam(teams, each, sequenceNumber), state.teams),
      entities: withEntityRefs(state.entities, change)
    },
    effects: { touched: [...subject, ...change.touched], teamIds: change.teams.map(({ id }) => id) }
  }
}

/** The state after some events; `past` must know the targets of the restores among them. */
export const fold = (state: State, events: Iterable<FoldedEvent>, past: Past = noPast): State => {
  let folded = state
  for (const event of events) folded = evolve(folded, event, past).state
  return folded
}
