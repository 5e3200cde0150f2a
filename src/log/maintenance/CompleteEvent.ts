import { effectFromEarlier } from "../../domain/LookBack.ts"
import type { State } from "../../domain/state/State.ts"
import { type ChainedEvent, type EventWithEffect, withEffect } from "../store/EventHash.ts"

/**
 * An event with what is kept beside it, which version 1 did not. `before` is the state right before the event, `earlier` the
 * one that it goes back to; undefined for other events.
 */
export const completeEvent = (before: State, event: ChainedEvent, earlier: State | undefined): EventWithEffect => {
  if (earlier === undefined || event.effect) return withEffect(event)
  return { ...event, effect: effectFromEarlier(before, event, earlier) }
}
