import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { Conflict, NotFound } from "../../api/Errors.ts"
import { successBody } from "../../api/requests/Bodies.ts"
import { gateLimits } from "../../bounded/GateLimits.ts"
import { Webhooks } from "../../webhooks/Webhooks.ts"
import { entryTo, unavailable } from "../pipeline/Availability.ts"
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
    const admitTest = entryTo(gateLimits.webhookTests)

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
      deliveries: ({ params: { webhookId }, query }) =>
        webhooks
          .deliveries(webhookId, query)
          .pipe(Effect.catchTags({ WebhookNotFound: notFound, StorageError: unavailable })),
      delivery: ({ params: { webhookId, number } }) =>
        webhooks
          .delivery(webhookId, number)
          .pipe(Effect.catchTags({ DeliveryNotFound: notFound, StorageError: unavailable })),
      skip: ({ params: { webhookId }, payload: { event } }) =>
        webhooks.skip(webhookId, event).pipe(
          asUser,
          Effect.catchTags({
            NothingToSkip: ({ message }) => Effect.fail(new Conflict({ message, code: "conflict" })),
            WebhookNotFound: notFound,
            StorageError: unavailable
          })
        ),
      test: Effect.fnUntraced(
        function* ({ params: { webhookId } }) {
          const { userId } = yield* CurrentUser
          yield* admitTest(userId)
          return yield* asUser(webhooks.test(webhookId))
        },
        Effect.catchTags({ WebhookNotFound: notFound, StorageError: unavailable })
      ),
      rotateSecret: ({ params: { webhookId } }) =>
        webhooks
          .changeSecret(webhookId)
          .pipe(asUser, Effect.catchTags({ WebhookNotFound: notFound, StorageError: unavailable })),
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
