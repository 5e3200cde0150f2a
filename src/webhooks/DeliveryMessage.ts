import type { AppliedChange } from "../domain/views/AppliedChange.ts"
import type { WebhookFormat } from "../domain/Webhook.ts"
import { chatBody } from "./ChatFormats.ts"
import { type ChatMessage, changeMessage, testMessage } from "./ChatMessage.ts"
import { digestData } from "./Digest.ts"

/** Identifies an event across logs: a log that was restored from a backup has another epoch. */
export const messageId = (epoch: string, sequenceNumber: number): string => `${epoch}.${sequenceNumber}`

/** Identifies the digest of a week in a log. */
export const digestId = (epoch: string, week: number): string => `${epoch}.week-${week}`

/** The body that says whether a webhook works. It is about no event. */
export const testBody = (format: WebhookFormat, timestamp: string, pageUrl: string | null): string =>
  format === "standard" ? JSON.stringify({ type: "test", timestamp, data: {} }) : chatBody(format, testMessage(pageUrl))

export const changeBody = (format: WebhookFormat, change: AppliedChange): string =>
  format === "standard"
    ? JSON.stringify({ type: change.eventType, timestamp: change.timestamp, data: change })
    : chatBody(format, changeMessage(change))

export const digestBody = (format: WebhookFormat, timestamp: string, message: ChatMessage): string =>
  format === "standard"
    ? JSON.stringify({ type: "weekly_digest", timestamp, data: digestData(message) })
    : chatBody(format, message)
