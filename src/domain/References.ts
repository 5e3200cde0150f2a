import { Option } from "effect"
import type { LoggedEvent } from "./Event.ts"
import { restoreData } from "./events/RestoreData.ts"

/** Who made an event, and when. */
export interface EventStamp {
  readonly sequenceNumber: number
  readonly timestamp: string
  readonly actorName: string
}

/** The parts of an event that may name another one. */
export type Referring = Pick<LoggedEvent, "eventType" | "data" | "fact"> & Partial<Pick<LoggedEvent, "rejection">>

/** The event that an event's facts name by its number alone: what it conflicts with, or what a restore went back to. */
export const referenceOf = (event: Referring): number | undefined => {
  if (event.rejection?.code === "conflict") return event.rejection.sequenceNumber
  return event.fact?.code === "restored" ? Option.getOrUndefined(restoreData(event))?.sequenceNumber : undefined
}

/** The event with who made the one that it names, and when. */
export const withReference = <Event extends Referring>(event: Event, stamp: EventStamp | undefined): Event => {
  const { rejection, fact } = event
  const { timestamp = null, actorName = null } = stamp ?? {}
  if (rejection?.code === "conflict") return { ...event, rejection: { ...rejection, actorName, timestamp } }
  return fact?.code === "restored" ? { ...event, fact: { ...fact, timestamp } } : event
}
