import { Data } from "effect"
import { type ChainedEvent, hashEvent } from "./EventHash.ts"

/** The first thing found wrong, by the event it was found at. Nothing was changed. */
export class HistoryBroken extends Data.TaggedError("HistoryBroken")<{
  readonly sequenceNumber: number
  readonly message: string
}> {}

export const historyBroken = (sequenceNumber: number, message: string) =>
  new HistoryBroken({ sequenceNumber, message: `Event ${sequenceNumber}: ${message}.` })

/** What is wrong with an event right after another of this number and hash, or nothing. */
export const chainFault = (before: number, hashBefore: string, event: ChainedEvent): string | undefined => {
  if (event.sequenceNumber !== before + 1) return `number ${before + 1} is missing before it`
  if (hashEvent(hashBefore, event) !== event.hash) return "its content, or what came before it, does not match its hash"
  return undefined
}
