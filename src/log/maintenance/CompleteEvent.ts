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
