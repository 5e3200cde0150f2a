import { decide } from "./Decide.ts"
import type { EventEffect, LoggedEvent } from "./Event.ts"
import { EntityId } from "./entities/Ids.ts"
import type { State } from "./state/State.ts"

const unusedId = EntityId.make("00000000-0000-0000-0000-000000000000")

/**
 * The effect of an applied event that goes back to an earlier state, made anew from that state. `before` is the state right
 * before the event.
 */
export const effectFromEarlier = (before: State, event: LoggedEvent, earlier: State): EventEffect => {
  const decision = decide(before, { ...event, freshId: unusedId, isFromLog: true, earlier })
  // Where texts were taken out of the log, what was restored may be what is there already.
  return (decision.status === "applied" ? decision.event.effect : null) ?? { teams: [], touched: [] }
}
