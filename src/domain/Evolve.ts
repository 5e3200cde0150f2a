import { HashMap } from "effect"
import type { Effects, FoldedEvent, LoggedEvent, Touched } from "./Event.ts"
import { appliedEffect } from "./EventEffects.ts"
import type { Change, TeamChange } from "./events/EventDefinition.ts"
import { eventTable } from "./events/EventTable.ts"
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

/** What an applied event changes, with what its objectives record of it. */
const changeOf = (state: State, event: FoldableEvent): Change | null => {
  if (event.status !== "applied") return null
  if (event.effect) return appliedEffect(state, event.effect)
  const change = eventTable[event.eventType].evolve(state, event)
  return change && { ...change, teams: withLatestChanges(state, event, change) }
}

/** Folds one event of the log, which needs nothing earlier than `state`; a rejected one only advances the sequence number. */
export const evolve = (state: State, event: FoldableEvent): Evolution => {
  const { sequenceNumber, entityId = null, entityType = null } = event
  const subject: ReadonlyArray<Touched> =
    entityId === null || entityType === null ? [] : [{ entityId, entityType, transitive: false, description: null }]
  const change = changeOf(state, event)
  if (change === null) return { state: { ...state, sequenceNumber }, effects: { touched: subject, teamIds: [] } }
  return {
    state: {
      sequenceNumber,
      teams: change.teams.reduce((teams, each) => withTeam(teams, each, sequenceNumber), state.teams),
      entities: withEntityRefs(state.entities, change)
    },
    effects: { touched: [...subject, ...change.touched], teamIds: change.teams.map(({ id }) => id) }
  }
}

/** The state after some events. */
export const fold = (state: State, events: Iterable<FoldedEvent>): State => {
  let folded = state
  for (const event of events) folded = evolve(folded, event).state
  return folded
}
