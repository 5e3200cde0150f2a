import { isDeepStrictEqual } from "node:util"
import type { EventEffect, LoggedEvent } from "../../domain/Event.ts"
import { effectFromEarlier } from "../../domain/LookBack.ts"
import { removed } from "../../domain/Redaction.ts"
import type { State } from "../../domain/state/State.ts"

/** As JSON stores it. */
const stored = (effect: EventEffect): unknown => JSON.parse(JSON.stringify(effect))

/** Where texts were taken out, values that differed may be equal now, so an effect made anew has less. */
const isRedacted = (effect: EventEffect): boolean => JSON.stringify(effect).includes(removed)

/**
 * What is wrong with the effect of an event, if anything. `before` is the state right before the event, `earlier` the one that
 * the event goes back to; undefined for other events.
 */
export const effectFault = (before: State, event: LoggedEvent, earlier: State | undefined): string | undefined => {
  const { effect = null } = event
  if (earlier === undefined) return effect === null ? undefined : "it cannot have an effect"
  if (effect === null) return "its effect is missing"
  const anew = effectFromEarlier(before, event, earlier)
  if (isDeepStrictEqual(stored(anew), effect) || isRedacted(effect) || isRedacted(anew)) return undefined
  return "its effect is not what the earlier state gives"
}
