import type { AppliedChange } from "../domain/views/AppliedChange.ts"

/** Identifies an event across logs: a log that was restored from a backup has another epoch. */
export const messageId = (epoch: string, sequenceNumber: number): string => `${epoch}.${sequenceNumber}`

/** The body that says whether a webhook works. It is about no event. */
export const testBody = (timestamp: string): string => JSON.stringify({ type: "test", timestamp, data: {} })

export const messageBody = (change: AppliedChange): string =>
  JSON.stringify({ type: change.eventType, timestamp: change.timestamp, data: change })
