import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { successBody } from "../../api/Bodies.ts"
import { Conflict, NotFound } from "../../api/Errors.ts"
import { Webhooks } from "../../webhooks/Webhooks.ts"
import { unavailable } from "../pipeline/Availability.ts"
import { badRequest } from "../pipeline/InvalidRequest.ts"
import * as RequestSource from "../pipeline/RequestSource.ts"

const notFound = ({ message }: { readonly message: string }) => Effect.fail(new NotFound({ message }))
const tooMany = ({ message }: { readonly message: string }) => Effect.fail(new Conflict({ message, code: "limit" }))

export const layer = HttpApiBuilder.group(
  Api,
  "webhooks",
  Effect.fn(function* (handlers) {
    const webhooks = yield* Webhooks
    const { asUser } = yield* RequestSource.make

    return handlers.handleAll({
      list: () => webhooks.list.pipe(Effect.catchTag("StorageError", unavailable)),
      create: ({ payload }) =>
        webhooks.create(payload).pipe(
          asUser,
          Effect.catchTags({
            InvalidReceiver: badRequest("invalid_receiver", "url"),
            TooManyWebhooks: tooMany,
            StorageError: unavailable
          })
        ),
      get: ({ params: { webhookId } }) =>
        webhooks.get(webhookId).pipe(Effect.catchTags({ WebhookNotFound: notFound, StorageError: unavailable })),
      update: ({ params: { webhookId }, payload }) =>
        webhooks.update(webhookId, payload).pipe(
          asUser,
          Effect.catchTags({
            InvalidReceiver: badRequest("invalid_receiver", "url"),
            WebhookNotFound: notFound,
            StorageError: unavailable
          })
        ),
      remove: ({ params: { webhookId } }) =>
        webhooks
          .remove(webhookId)
          .pipe(
            asUser,
            Effect.as(successBody),
            Effect.catchTags({ WebhookNotFound: notFound, StorageError: unavailable })
          ),
      deliveries: ({ params: { webhookId } }) =>
        webhooks.deliveries(webhookId).pipe(Effect.catchTags({ WebhookNotFound: notFound, StorageError: unavailable })),
      resend: ({ params: { webhookId }, payload: { from } }) =>
        webhooks.resend(webhookId, from).pipe(
          asUser,
          Effect.catchTags({
            InvalidPosition: badRequest("invalid_position", "from"),
            WebhookNotFound: notFound,
            StorageError: unavailable
          })
        )
    })
  })
)
