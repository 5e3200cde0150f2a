import { Data } from "effect"
import { type ChainedEvent, hashEvent } from "./EventHash.ts"

/** The first fault found in the log, with the event where it was found. Nothing was changed. */
export class HistoryBroken extends Data.TaggedError("HistoryBroken")<{
  readonly sequenceNumber: number
  readonly message: string
}> {}

export const historyBroken = (sequenceNumber: number, message: string) =>
  new HistoryBroken({ sequenceNumber, message: `Event ${sequenceNumber}: ${message}.` })

/** What is wrong with an event that follows one with this number and hash, if anything. */
export const chainFault = (before: number, hashBefore: string, event: ChainedEvent): string | undefined => {
  if (event.sequenceNumber !== before + 1) return `number ${before + 1} is missing before it`
  if (hashEvent(hashBefore, event) !== event.hash) return "its content, or what came before it, does not match its hash"
  return undefined
}
