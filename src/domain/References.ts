import { Option } from "effect"
import type { LoggedEvent } from "./Event.ts"
import type { UserId } from "./entities/Ids.ts"
import { restoreData } from "./events/RestoreData.ts"
import type { Rejection } from "./Rejection.ts"

/** Who made an event, and when. */
export interface EventStamp {
  readonly sequenceNumber: number
  readonly timestamp: string
  readonly actorId: UserId
  readonly actorName: string
}

/** The same, and what that user is called now. */
export interface NamedStamp extends EventStamp {
  readonly actorDisplayName: string | null
}

/** The parts of an event that may name another one. */
export type Referring = Pick<LoggedEvent, "eventType" | "data" | "fact"> & Partial<Pick<LoggedEvent, "rejection">>

/** The event that an event's facts name by its number alone: what it conflicts with, or what a restore went back to. */
export const referenceOf = (event: Referring): number | undefined => {
  if (event.rejection?.code === "conflict") return event.rejection.sequenceNumber
  return event.fact?.code === "restored" ? Option.getOrUndefined(restoreData(event))?.sequenceNumber : undefined
}

/** The conflict with who made the change that it is with, and when. */
export const withActor = <Conflict extends Extract<Rejection, { readonly code: "conflict" }>>(
  conflict: Conflict,
  stamp: NamedStamp | undefined
): Conflict => {
  const { actorName = null, actorDisplayName = null, timestamp = null } = stamp ?? {}
  return { ...conflict, actorName, actorDisplayName, timestamp }
}

/** The event with who made the one that it names, and when. */
export const withReference = <Event extends Referring>(event: Event, stamp: NamedStamp | undefined): Event => {
  const { rejection, fact } = event
  const { timestamp = null } = stamp ?? {}
  if (rejection?.code === "conflict") return { ...event, rejection: withActor(rejection, stamp) }
  return fact?.code === "restored" ? { ...event, fact: { ...fact, timestamp } } : event
}
