import type { JsonSchema } from "../../domain/entities/Documented.ts"
import { appliedChangeOf } from "./ExampleAnswers.ts"
import type { ExampleStrategy } from "./ExampleStrategy.ts"
import { refTo } from "./Schemas.ts"

const header = (name: string, description: string) => ({
  ...{ name, in: "header", required: true, description },
  schema: { type: "string" }
})

const headers = [
  header(
    "webhook-id",
    "`<epoch>.<sequence number>` of the event, the same at each attempt; `test.` and a UUID for a test"
  ),
  header("webhook-timestamp", "Unix time of this attempt in seconds"),
  header(
    "webhook-signature",
    "`v1,` and the base64 of an HMAC-SHA256 of id, timestamp and body; two with a space between them for 24 hours after a new secret"
  )
]

const message = (type: JsonSchema, data: JsonSchema): JsonSchema => ({
  type: "object",
  properties: {
    type,
    timestamp: { type: "string", format: "date-time", description: "When it happened, in UTC" },
    data
  },
  required: ["type", "timestamp", "data"]
})

const posted = (operationId: string, summary: string, description: string, schema: JsonSchema, example: unknown) => ({
  post: {
    operationId,
    summary,
    description,
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: { "application/json": { schema, examples: { example: { value: example } } } }
    },
    responses: {
      "2XX": { description: "The message has arrived" },
      "410": { description: "Disables the webhook at once" }
    }
  }
})

/** What is posted to webhooks, for the part `webhooks` of the document. */
export const webhookMessages = (strategy: ExampleStrategy) => {
  const change = appliedChangeOf(strategy)
  const { eventType: type, timestamp } = change
  return {
    change: posted(
      "hooks.change",
      "An event was applied",
      "Posted for each applied event, in order and at least once, signed according to Standard Webhooks.",
      message({ type: "string", description: "The event type" }, refTo("AppliedChange")),
      { type, timestamp, data: change }
    ),
    test: posted(
      "hooks.test",
      "A test",
      "Posted when an admin tests the webhook.",
      message(
        { type: "string", enum: ["test"], description: "Always `test`" },
        { type: "object", description: "Empty" }
      ),
      { type: "test", timestamp, data: {} }
    )
  }
}
