import { isDeepStrictEqual } from "node:util"
import type { EventEffect, LoggedEvent } from "../../domain/Event.ts"
import { keptFromEarlier } from "../../domain/LookBack.ts"
import type { State } from "../../domain/state/State.ts"
import { type ChainedEvent, type EventWithEffect, withEffect } from "../store/EventHash.ts"
import { oldRejection } from "./OldRejections.ts"

/**
 * An event with what is kept beside it, which version 1 did not. `before` is the state right before the event, `earlier` the
 * one that it goes back to; undefined for other events.
 */
export const completeEvent = (before: State, event: ChainedEvent, earlier: State | undefined): EventWithEffect => {
  if (event.status === "rejected") {
    return event.rejection ? withEffect(event) : { ...withEffect(event), rejection: oldRejection(event) }
  }
  return earlier === undefined || event.effect
    ? withEffect(event)
    : { ...event, ...keptFromEarlier(before, event, earlier) }
}

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
