import { restoreTarget } from "../../domain/events/RestoreData.ts"
import type { ChainedEvent } from "./EventHash.ts"

/** An applied event that goes back to an earlier state: a restore, or a creation that brings back what was deleted. */
export interface Restore {
  readonly sequenceNumber: number
  /** The event after which the earlier state was; 0 for the empty one. */
  readonly target: number
}

export const restoresIn = (events: ReadonlyArray<ChainedEvent>): ReadonlyArray<Restore> =>
  events.flatMap((event) => {
    const target = event.status === "applied" ? restoreTarget(event) : null
    return target === null ? [] : [{ sequenceNumber: event.sequenceNumber, target }]
  })
