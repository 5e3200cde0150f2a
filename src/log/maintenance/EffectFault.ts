import { isDeepStrictEqual } from "node:util"
import type { EventEffect, LoggedEvent } from "../../domain/Event.ts"
import { keptFromEarlier } from "../../domain/LookBack.ts"
import type { State } from "../../domain/state/State.ts"

/** As JSON stores it. */
const stored = (effect: EventEffect): unknown => JSON.parse(JSON.stringify(effect))

/**
 * What is wrong with the effect of an event, if anything. `before` is the state right before the event, `earlier` the one that
 * the event goes back to; undefined for other events.
 */
export const effectFault = (before: State, event: LoggedEvent, earlier: State | undefined): string | undefined => {
  const { effect = null } = event
  if (earlier === undefined) return effect === null ? undefined : "it cannot have an effect"
  if (effect === null) return "its effect is missing"
  const isRight = isDeepStrictEqual(stored(keptFromEarlier(before, event, earlier).effect), effect)
  return isRight ? undefined : "its effect is not what the earlier state gives"
}
