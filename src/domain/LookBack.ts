import { decide } from "./Decide.ts"
import type { EventEffect, LoggedEvent } from "./Event.ts"
import { EntityId } from "./entities/Ids.ts"
import type { EventFact } from "./Fact.ts"
import type { State } from "./state/State.ts"

const unusedId = EntityId.make("00000000-0000-0000-0000-000000000000")

/**
 * What is kept beside an applied event that goes back to an earlier state, made anew from that state. `before` is the state
 * right before the event.
 */
export const keptFromEarlier = (
  before: State,
  event: LoggedEvent,
  earlier: State
): { readonly effect: EventEffect; readonly fact: EventFact | null } => {
  const decision = decide(before, { ...event, freshId: unusedId, isFromLog: true, earlier })
  // Where texts were taken out of the log, what was restored may be what is there already.
  const { effect, fact = null } = decision.status === "applied" ? decision.event : {}
  return { effect: effect ?? { teams: [], touched: [] }, fact }
}
