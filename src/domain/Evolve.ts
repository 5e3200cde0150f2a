import { HashMap } from "effect"
import type { Change } from "./Definition.ts"
import type { Effects, LoggedEvent, Touched } from "./Event.ts"
import { eventTable } from "./EventTable.ts"
import type { State } from "./State.ts"

export interface Evolution {
  readonly state: State
  readonly effects: Effects
}

const buried = (entities: State["entities"], died: Change["died"]): State["entities"] =>
  died.reduce((all, id) => HashMap.modify(all, id, (ref) => ({ ...ref, alive: false })), entities)

const changed = (state: State, change: Change, sequenceNumber: number): State => {
  const { team, teamId, born } = change
  const entities = buried(state.entities, change.died)
  return {
    sequenceNumber,
    teams:
      team === null
        ? HashMap.remove(state.teams, teamId)
        : HashMap.set(state.teams, teamId, { ...team, touchedAt: sequenceNumber }),
    entities: born === null ? entities : HashMap.set(entities, born.id, born.ref)
  }
}

/** Folds one event of the log; a rejected one only moves the sequence number. */
export const evolve = (state: State, event: LoggedEvent): Evolution => {
  const { sequenceNumber, entityId, entityType } = event
  const subject: ReadonlyArray<Touched> =
    entityId === null || entityType === null ? [] : [{ entityId, entityType, transitive: false, description: null }]
  const change = event.status === "applied" ? eventTable[event.eventType].evolve(state, event) : null
  if (change === null) return { state: { ...state, sequenceNumber }, effects: { touched: subject, teamIds: [] } }
  return {
    state: changed(state, change, sequenceNumber),
    effects: { touched: [...subject, ...change.touched], teamIds: [change.teamId] }
  }
}

/** The state after a run of events. */
export const fold = (state: State, events: Iterable<LoggedEvent>): State => {
  let folded = state
  for (const event of events) folded = evolve(folded, event).state
  return folded
}
