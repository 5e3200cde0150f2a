import type { JsonSchema } from "../../domain/entities/Documented.ts"
import { maxDigestLines } from "../../domain/Webhook.ts"
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

const digestSection: JsonSchema = {
  type: "object",
  properties: {
    title: { type: "string", description: "`What changed`, `Needs attention` or `No check-in for two weeks`" },
    count: { type: "integer", description: "How many lines there are" },
    lines: {
      type: "array",
      maxItems: maxDigestLines,
      description: "The first of them",
      items: {
        type: "object",
        properties: {
          text: { type: "string", description: "A sentence" },
          url: {
            type: "string",
            description: "Where the page shows it; absent if the service does not know its address"
          }
        },
        required: ["text"]
      }
    }
  },
  required: ["title", "count", "lines"]
}

/** What is posted to webhooks, for the part `webhooks` of the document. */
export const webhookMessages = (strategy: ExampleStrategy) => {
  const change = appliedChangeOf(strategy)
  const { eventType: type, timestamp } = change
  return {
    change: posted(
      "hooks.change",
      "An event was applied",
      "Posted for each applied event, in order and at least once, signed according to Standard Webhooks. With the format `slack` or " +
        "`teams` the body is what an incoming webhook of that product takes, for this and the other messages.",
      message(
        { type: "string", description: "The event type" },
        { ...refTo("AppliedChange"), description: "The change" }
      ),
      { type, timestamp, data: change }
    ),
    digest: posted(
      "hooks.digest",
      "A weekly digest",
      "Posted on Mondays at 07:00 (`TIME_ZONE`) instead of changes, to webhooks with a digest.",
      message(
        { type: "string", enum: ["weekly_digest"], description: "Always `weekly_digest`" },
        {
          type: "object",
          description: "What people read in Slack or Teams",
          properties: {
            title: { type: "string", description: "The digest's title, with its date" },
            url: {
              type: "string",
              description: "The page's overview; absent if the service does not know its address"
            },
            sections: { type: "array", maxItems: 3, description: "Those that have lines", items: digestSection }
          },
          required: ["title", "sections"]
        }
      ),
      {
        type: "weekly_digest",
        timestamp: "2026-03-09T07:00:00.000Z",
        data: {
          title: "Strategy digest, 9 March 2026",
          sections: [{ title: "What changed", count: 1, lines: [{ text: "Nothing changed." }] }]
        }
      }
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
