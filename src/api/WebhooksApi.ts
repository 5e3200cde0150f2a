import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { EntityId, SequenceNumber } from "../domain/entities/Ids.ts"
import {
  deliveriesKept,
  maxWebhooks,
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookSettings
} from "../domain/Webhook.ts"
import { fromRule } from "../shared/ReceiverRules.ts"
import { Access, Policy, withCsrfHeader } from "./Access.ts"
import { Success } from "./Bodies.ts"
import { Conflict, NotFound } from "./Errors.ts"
import { JsonBody } from "./JsonBody.ts"

const params = { webhookId: EntityId }

const From = SequenceNumber.check(Schema.isGreaterThanOrEqualTo(1, { message: fromRule }))

export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.get("list", "/api/admin/webhooks", { success: Schema.Array(Webhook) }).annotate(
      OpenApi.Description,
      "All webhooks in order of their registration, without their secrets."
    )
  )
  .add(
    HttpApiEndpoint.post("create", "/api/admin/webhooks", {
      payload: WebhookSettings,
      success: NewWebhook.pipe(HttpApiSchema.status(201)),
      error: Conflict
    })
      .annotate(
        OpenApi.Description,
        `Each applied event after the present one is posted to \`url\` in order, at least once, signed as Standard Webhooks says; ` +
          "`webhook-id` is the same for every attempt. An answer of 2xx within 10 seconds means that it was received; otherwise it is tried again after " +
          "5 s, 30 s, 2 min, 10 min, 1 h and 6 h, then daily for a week, and then the webhook is disabled. Redirects are not followed. " +
          `Private addresses are refused. There are at most ${maxWebhooks}: one more is a 409. This answer alone has the secret.`
      )
      .middleware(JsonBody)
      .annotate(OpenApi.Transform, withCsrfHeader)
  )
  .add(
    HttpApiEndpoint.get("get", "/api/admin/webhooks/:webhookId", {
      params,
      success: Webhook,
      error: NotFound
    }).annotate(OpenApi.Description, "One webhook, without its secret.")
  )
  .add(
    HttpApiEndpoint.put("update", "/api/admin/webhooks/:webhookId", {
      params,
      payload: WebhookSettings,
      success: Webhook,
      error: NotFound
    })
      .annotate(
        OpenApi.Description,
        "Replaces all settings: what is left out gets its default. A webhook that is enabled forgets its failures and is tried at once."
      )
      .middleware(JsonBody)
      .annotate(OpenApi.Transform, withCsrfHeader)
  )
  .add(
    HttpApiEndpoint.delete("remove", "/api/admin/webhooks/:webhookId", { params, success: Success, error: NotFound })
      .annotate(OpenApi.Description, "Nothing more is delivered, except for a delivery that is already under way.")
      .annotate(OpenApi.Transform, withCsrfHeader)
  )
  .add(
    HttpApiEndpoint.get("deliveries", "/api/admin/webhooks/:webhookId/deliveries", {
      params,
      success: Schema.Array(WebhookDelivery),
      error: NotFound
    }).annotate(OpenApi.Description, `The latest ${deliveriesKept} attempts, newest first.`)
  )
  .add(
    HttpApiEndpoint.post("resend", "/api/admin/webhooks/:webhookId/resend", {
      params,
      payload: Schema.Struct({ from: From }),
      success: Webhook,
      error: NotFound
    })
      .annotate(
        OpenApi.Description,
        "Delivers everything from the event `from` on that the filter lets through, whether it was delivered or not. 400 for an event after the next one."
      )
      .middleware(JsonBody)
      .annotate(OpenApi.Transform, withCsrfHeader)
  )
  .middleware(Access)
  .annotateEndpoints(Policy, "admin") {}
