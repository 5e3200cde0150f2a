import { HashMap } from "effect"
import type { Effects, FoldedEvent, LoggedEvent, Touched } from "./Event.ts"
import type { Change, TeamChange } from "./events/Definition.ts"
import { eventTable } from "./events/EventTable.ts"
import { noPast, type Past } from "./events/Past.ts"
import type { State } from "./state/State.ts"

export interface Evolution {
  readonly state: State
  readonly effects: Effects
}

const indexed = (entities: State["entities"], { born, died }: Change): State["entities"] => {
  const buried = died.reduce((all, id) => HashMap.modify(all, id, (ref) => ({ ...ref, alive: false })), entities)
  return born.reduce((all, { id, ref }) => HashMap.set(all, id, ref), buried)
}

const placed = (teams: State["teams"], { id, team }: TeamChange, touchedAt: number): State["teams"] =>
  team === null ? HashMap.remove(teams, id) : HashMap.set(teams, id, { ...team, touchedAt })

/** As much of an event as tells what it did; without the entity it is about, that entity is not told of. */
type Foldable = FoldedEvent & Partial<Pick<LoggedEvent, "entityId" | "entityType">>

/**
 * Folds one event of the log; a rejected one only moves the sequence number. `past` is to answer for the event's
 * `restoreTarget`; where it does not, the restore does nothing, and the state is not that of the log.
 */
export const evolve = (state: State, event: Foldable, past: Past = noPast): Evolution => {
  const { sequenceNumber, entityId = null, entityType = null } = event
  const subject: ReadonlyArray<Touched> =
    entityId === null || entityType === null ? [] : [{ entityId, entityType, transitive: false, description: null }]
  const change = event.status === "applied" ? eventTable[event.eventType].evolve(state, event, past) : null
  if (change === null) return { state: { ...state, sequenceNumber }, effects: { touched: subject, teamIds: [] } }
  return {
    state: {
      sequenceNumber,
      teams: change.teams.reduce((teams, each) => placed(teams, each, sequenceNumber), state.teams),
      entities: indexed(state.entities, change)
    },
    effects: { touched: [...subject, ...change.touched], teamIds: change.teams.map(({ id }) => id) }
  }
}

/** The state after a run of events; `past` is to answer for the restores among them. */
export const fold = (state: State, events: Iterable<FoldedEvent>, past: Past = noPast): State => {
  let folded = state
  for (const event of events) folded = evolve(folded, event, past).state
  return folded
}
