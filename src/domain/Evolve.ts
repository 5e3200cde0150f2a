import { HashMap } from "effect"
import type { Effects, FoldedEvent, LoggedEvent, Touched } from "./Event.ts"
import { appliedEffect } from "./EventEffects.ts"
import type { Change } from "./events/EventDefinition.ts"
import { eventTable } from "./events/EventTable.ts"
import { withLatestChanges } from "./LatestChanges.ts"
import { withRemovals } from "./Removals.ts"
import { subjectFact } from "./SubjectFact.ts"
import type { State } from "./state/State.ts"
import { withTeam } from "./state/Supporters.ts"

export interface Evolution {
  readonly state: State
  readonly effects: Effects
}

const withEntityRefs = (entities: State["entities"], { added, deletedIds }: Change): State["entities"] => {
  const rest = deletedIds.reduce((all, id) => HashMap.modify(all, id, (ref) => ({ ...ref, alive: false })), entities)
  return added.reduce((all, { id, ref }) => HashMap.set(all, id, ref), rest)
}

/** The parts of an event that `evolve` needs. Without `entityId`, the effects omit the event's own entity. */
type FoldableEvent = FoldedEvent & Partial<Pick<LoggedEvent, "entityId" | "entityType">>

/** What an applied event changes, with what its objectives record of it. */
const changeOf = (state: State, event: FoldableEvent): Change | null => {
  if (event.status !== "applied") return null
  if (event.effect) return appliedEffect(state, event.effect)
  const change = eventTable[event.eventType].evolve(state, event)
  return change && { ...change, teams: withLatestChanges(state, event, change) }
}

const stateAfter = (state: State, event: FoldableEvent, change: Change | null): State => {
  const { sequenceNumber } = event
  if (change === null) return { ...state, sequenceNumber }
  const { teams, supporters } = change.teams.reduce(
    (state, { id, team }) => withTeam(state, id, team && { ...team, touchedAt: sequenceNumber }),
    state
  )
  return {
    ...{ sequenceNumber, teams, supporters },
    entities: withEntityRefs(state.entities, change),
    removed: withRemovals(state, event, change)
  }
}

/** The entity that the event is about, with what was so then. */
const subjectOf = (before: State, after: State, event: FoldableEvent): ReadonlyArray<Touched> => {
  const { entityId = null, entityType = null } = event
  if (entityId === null || entityType === null) return []
  return [{ entityId, entityType, transitive: false, fact: subjectFact(before, after, event, entityType, entityId) }]
}

/** Folds one event of the log, which needs nothing earlier than `state`; a rejected one only advances the sequence number. */
export const evolve = (state: State, event: FoldableEvent): Evolution => {
  const change = changeOf(state, event)
  const after = stateAfter(state, event, change)
  const { touched = [], teams = [] } = change ?? {}
  return {
    state: after,
    effects: { touched: [...subjectOf(state, after, event), ...touched], teamIds: teams.map(({ id }) => id) }
  }
}

/** The state after some events. */
export const fold = (state: State, events: Iterable<FoldedEvent>): State => {
  let folded = state
  for (const event of events) folded = evolve(folded, event).state
  return folded
}
