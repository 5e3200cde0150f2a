import { decide } from "./Decide.ts"
import type { EventEffect, LoggedEvent, Submission } from "./Event.ts"
import { EntityId } from "./entities/Ids.ts"
import type { EventFact } from "./Fact.ts"
import type { State } from "./state/State.ts"

const unusedId = EntityId.make("00000000-0000-0000-0000-000000000000")

/**
 * The submission that an applied event was decided from; `earlier` is the state that it goes back to. Version 1, whose events
 * have a sentence in `description`, looked at `lastSeenSequence` of no event that goes back.
 */
export const submissionOf = (event: LoggedEvent, earlier: State | undefined): Submission => {
  const isUnguarded = earlier !== undefined && event.description !== ""
  const { data, timestamp } = event
  const today = typeof data.date === "string" ? data.date : timestamp.slice(0, 10)
  // The data of an applied event contains the id of a new entity.
  return { ...event, ...(isUnguarded && { lastSeenSequence: null }), freshId: unusedId, earlier, today }
}

/**
 * What is kept beside an applied event that goes back to an earlier state, made anew from that state. `before` is the state
 * right before the event.
 */
export const keptFromEarlier = (
  before: State,
  event: LoggedEvent,
  earlier: State
): { readonly effect: EventEffect; readonly fact: EventFact | null } => {
  const decision = decide(before, { ...submissionOf(event, earlier), isFromLog: true })
  // Where texts were taken out of the log, what was restored may be what is there already.
  const { effect, fact = null } = decision.status === "applied" ? decision.event : {}
  return { effect: effect ?? { teams: [], touched: [] }, fact }
}
