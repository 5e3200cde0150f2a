import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { described, listOf } from "../domain/entities/Documented.ts"
import { EntityId, SequenceNumber } from "../domain/entities/Ids.ts"
import {
  deliveriesKept,
  maxWebhooks,
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookSettings,
  WebhookTest
} from "../domain/Webhook.ts"
import { fromRule } from "../shared/ReceiverRules.ts"
import { Access, Policy, withCsrfHeader } from "./Access.ts"
import { attempt, refused, tested, webhook, webhookSettings } from "./document/ExampleBodies.ts"
import { Conflict, NotFound } from "./Errors.ts"
import { pageLimitParam } from "./HistoryApi.ts"
import { Success, successBody } from "./requests/Bodies.ts"
import { Words } from "./requests/EndpointWords.ts"
import { JsonBody } from "./requests/JsonBody.ts"
import { wholeNumberParam } from "./requests/NumberParams.ts"

const params = { webhookId: described("The webhook's id", EntityId) }

const DeliveryNumber = wholeNumberParam({ minimum: 1, message: "must be an attempt's number" })

const From = SequenceNumber.check(Schema.isGreaterThanOrEqualTo(1, { message: fromRule }))

export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.get("list", "/api/admin/webhooks", { success: listOf(Webhook, maxWebhooks) }).annotate(Words, {
      summary: "List all webhooks",
      answer: "The webhooks",
      examples: { example: [webhook] },
      description: "All webhooks in order of creation, without their secrets."
    })
  )
  .add(
    HttpApiEndpoint.post("create", "/api/admin/webhooks", {
      payload: WebhookSettings,
      success: NewWebhook.pipe(HttpApiSchema.status(201)),
      error: Conflict
    })
      .annotate(Words, {
        summary: "Register a webhook",
        answer: "The new webhook, with its secret",
        requests: { example: webhookSettings },
        examples: { example: { ...webhook, secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD7Y2ZjYt4Yto=" } },
        description:
          "Every applied event from now on is posted to `url`, in order and at least once, signed according to Standard Webhooks; " +
          "`webhook-id` is the same for every attempt. A 2xx answer within 10 seconds confirms delivery; otherwise it is retried after " +
          "5 s, 30 s, 2 min, 10 min, 1 h and 6 h, then daily for a week, and then the webhook is disabled. `Retry-After` lengthens a wait, to " +
          "a day at most; 410 disables the webhook at once. Redirects are not followed. " +
          "`format` says whether programs or people in Slack or Microsoft Teams read it, `digest` makes it one message a week. " +
          `Private addresses are refused. At most ${maxWebhooks} webhooks; one more is a 409. The secret is shown only this time.`
      })
      .middleware(JsonBody)
      .annotate(OpenApi.Transform, withCsrfHeader)
  )
  .add(
    HttpApiEndpoint.get("get", "/api/admin/webhooks/:webhookId", {
      params,
      success: Webhook,
      error: NotFound
    }).annotate(Words, {
      summary: "Get a webhook",
      answer: "The webhook",
      examples: { example: webhook },
      description: "One webhook, without its secret."
    })
  )
  .add(
    HttpApiEndpoint.put("update", "/api/admin/webhooks/:webhookId", {
      params,
      payload: WebhookSettings,
      success: Webhook,
      error: NotFound
    })
      .annotate(Words, {
        summary: "Change a webhook",
        answer: "The changed webhook",
        requests: { example: { ...webhookSettings, enabled: false } },
        examples: { example: { ...webhook, enabled: false } },
        description:
          "Replaces all settings; omitted ones get their defaults. Enabling a webhook clears its failures and retries at once."
      })
      .middleware(JsonBody)
      .annotate(OpenApi.Transform, withCsrfHeader)
  )
  .add(
    HttpApiEndpoint.delete("remove", "/api/admin/webhooks/:webhookId", { params, success: Success, error: NotFound })
      .annotate(Words, {
        summary: "Delete a webhook",
        answer: "The webhook is deleted",
        examples: { example: successBody },
        description: "Nothing more is delivered, except for a delivery already in progress."
      })
      .annotate(OpenApi.Transform, withCsrfHeader)
  )
  .add(
    HttpApiEndpoint.get("deliveries", "/api/admin/webhooks/:webhookId/deliveries", {
      params,
      query: {
        before: described("Only older attempts: the `number` of the last one", Schema.optional(DeliveryNumber)),
        limit: pageLimitParam
      },
      success: listOf(WebhookDelivery, deliveriesKept),
      error: NotFound
    }).annotate(Words, {
      summary: "List a webhook's deliveries",
      answer: "Attempts, newest first",
      examples: { example: [attempt, refused] },
      description: `The latest attempts, newest first. ${deliveriesKept} are kept; ask with \`before\`, the \`number\` of the last one, for older ones.`
    })
  )
  .add(
    HttpApiEndpoint.get("delivery", "/api/admin/webhooks/:webhookId/deliveries/:number", {
      params: { ...params, number: described("The attempt's number", DeliveryNumber) },
      success: WebhookDeliveryDetails,
      error: NotFound
    }).annotate(Words, {
      summary: "Get a delivery with its request and answer",
      answer: "The attempt",
      examples: {
        example: {
          ...attempt,
          request: '{"type":"create_objective","timestamp":"2026-03-02T08:30:00.000Z","data":{',
          answer: ""
        }
      },
      description: "One attempt, with the first 4,096 characters that were posted and the first 2 KiB of the answer."
    })
  )
  .add(
    HttpApiEndpoint.post("skip", "/api/admin/webhooks/:webhookId/skip", {
      params,
      payload: Schema.Struct({
        event: described("The event that cannot be delivered: the webhook's `sequenceNumber` + 1", From)
      }),
      success: Webhook,
      error: [NotFound, Conflict]
    })
      .annotate(Words, {
        summary: "Skip the event that cannot be delivered",
        answer: "The webhook at its new position",
        requests: { example: { event: 43 } },
        examples: { example: { ...webhook, sequenceNumber: 43 } },
        description:
          "Skips the event (or the digest) that cannot be delivered, the one after the webhook's `sequenceNumber`, and continues with " +
          "the next. 409 if the webhook does not fail at `event`."
      })
      .middleware(JsonBody)
      .annotate(OpenApi.Transform, withCsrfHeader)
  )
  .add(
    HttpApiEndpoint.post("resend", "/api/admin/webhooks/:webhookId/resend", {
      params,
      payload: Schema.Struct({ from: described("The sequence number of the first event to deliver", From) }),
      success: Webhook,
      error: NotFound
    })
      .annotate(Words, {
        summary: "Redeliver events from a sequence number on",
        answer: "The webhook at its new position",
        requests: { example: { from: 40 } },
        examples: { example: { ...webhook, sequenceNumber: 39 } },
        description:
          "Delivers every event from `from` on that matches the filter, even if already delivered. 400 if `from` is beyond the next event."
      })
      .middleware(JsonBody)
      .annotate(OpenApi.Transform, withCsrfHeader)
  )
  .add(
    HttpApiEndpoint.post("test", "/api/admin/webhooks/:webhookId/test", {
      params,
      success: WebhookTest,
      error: NotFound
    })
      .annotate(Words, {
        summary: "Test a webhook",
        answer: "The attempt",
        examples: { example: tested },
        description:
          'Posts `{ "type": "test" }`, or a sentence in the format of Slack or Teams, now, signed like an event, and answers how that went. It is posted once, to a disabled ' +
          "webhook too, and is not among the deliveries."
      })
      .annotate(OpenApi.Transform, withCsrfHeader)
  )
  .add(
    HttpApiEndpoint.post("rotateSecret", "/api/admin/webhooks/:webhookId/rotate-secret", {
      params,
      success: NewWebhook,
      error: NotFound
    })
      .annotate(Words, {
        summary: "Change a webhook's secret",
        answer: "The webhook with its new secret",
        examples: {
          example: {
            ...webhook,
            previousSecretUntil: "2026-03-04T16:05:00.000Z",
            secret: "whsec_MV+b5sSYspob7oD7Y2ZjYt4YtoC2FVsBQIhrscChlQI="
          }
        },
        description:
          "Makes a new secret, shown only this time. For 24 hours, until `previousSecretUntil`, deliveries have two signatures, of " +
          "the new secret and of the one before; then only the new one signs."
      })
      .annotate(OpenApi.Transform, withCsrfHeader)
  )
  .middleware(Access)
  .annotateEndpoints(Policy, "admin") {}
