import { Context, Data, Effect, Latch, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { AccountLog, type Recorded } from "../accounts/AccountLog.ts"
import type { AccountAction } from "../domain/AccountEntry.ts"
import { EntityId } from "../domain/entities/Ids.ts"
import type { StorageError } from "../domain/StorageError.ts"
import type { NewWebhook, Webhook, WebhookDelivery, WebhookSettings } from "../domain/Webhook.ts"
import { EventStore } from "../log/store/EventStore.ts"
import { WebhookAllow } from "./Receiver.ts"
import { type InvalidReceiver, parseReceiver } from "./ReceiverUrl.ts"
import { encodeSecret, secretBytes } from "./Signature.ts"
import { type StoredWebhook, type TooManyWebhooks, WebhookStore } from "./WebhookStore.ts"

export class WebhookNotFound extends Data.TaggedError("WebhookNotFound") {
  override readonly message = "There is no webhook with this id."
}

/** The message is one sentence. */
export class InvalidPosition extends Data.TaggedError("InvalidPosition")<{ readonly message: string }> {}

const withoutSecret = ({ secret: _secret, epoch: _epoch, revision: _revision, ...hook }: StoredWebhook): Webhook => hook

const settingsOf = (
  url: string,
  { description = null, eventTypes = null, teamIds = null, enabled = true }: WebhookSettings
) => ({ url, description, eventTypes, teamIds, enabled })

/** The account log's entry about a webhook. The rest of its URL may contain a secret, as its path often does. */
const logEntry = (action: AccountAction, { id, url }: StoredWebhook) =>
  ({ action, subjectName: null, detail: `${new URL(url).host}; ${id}` }) as const

/** What admins do with webhooks. Every change and its entry in the account log are one transaction. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    readonly list: Effect.Effect<ReadonlyArray<Webhook>, StorageError>
    readonly get: (id: EntityId) => Effect.Effect<Webhook, StorageError | WebhookNotFound>
    /** The webhook gets the events after the present head of the log. */
    readonly create: (
      settings: WebhookSettings
    ) => Effect.Effect<NewWebhook, StorageError | InvalidReceiver | TooManyWebhooks>
    readonly update: (
      id: EntityId,
      settings: WebhookSettings
    ) => Effect.Effect<Webhook, StorageError | InvalidReceiver | WebhookNotFound>
    readonly remove: (id: EntityId) => Effect.Effect<void, StorageError | WebhookNotFound>
    readonly deliveries: (id: EntityId) => Effect.Effect<ReadonlyArray<WebhookDelivery>, StorageError | WebhookNotFound>
    /**
     * Delivers everything from an event on, even if it was delivered before. The number after the head skips what is
     * pending.
     */
    readonly resend: (
      id: EntityId,
      from: number
    ) => Effect.Effect<Webhook, StorageError | InvalidPosition | WebhookNotFound>
    /** Waits until an admin changes a webhook on this server. */
    readonly awaitChange: Effect.Effect<void>
  }
>()("strategy/webhooks/Webhooks") {
  static readonly layer = Layer.effect(
    Webhooks,
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const log = yield* EventStore
      const { recording } = yield* AccountLog
      const random = yield* SecureRandom.SecureRandom
      const allowed = yield* WebhookAllow
      const changed = Latch.makeUnsafe(false)

      /** Carries out and records a change of a webhook, which is undefined if there is none. */
      const changing = <A extends StoredWebhook | undefined, E>(action: AccountAction, change: Effect.Effect<A, E>) => {
        const recorded = Effect.map(change, (value): Recorded<A> => {
          return { value, entries: value === undefined ? [] : [logEntry(action, value)] }
        })
        return Effect.tap(recording(recorded), () => changed.open)
      }

      const found = <A, E>(self: Effect.Effect<A | undefined, E>) =>
        Effect.flatMap(self, (value) =>
          value === undefined ? Effect.fail(new WebhookNotFound()) : Effect.succeed(value)
        )

      const get = (id: EntityId) =>
        found(Effect.map(store.list, (hooks) => hooks.find((hook) => hook.id === id))).pipe(Effect.map(withoutSecret))

      return Webhooks.of({
        list: Effect.map(store.list, (hooks) => hooks.map(withoutSecret)),
        get,
        create: Effect.fn("Webhooks.create")(function* (settings) {
          const url = yield* parseReceiver(settings.url, allowed)
          const id = EntityId.make(yield* random.uuidV4())
          const secret = encodeSecret(yield* random.randomBytes(secretBytes))
          const head = yield* log.head
          const hook = yield* changing(
            "webhook_created",
            store.create({ ...settingsOf(url, settings), id, secret, head })
          )
          return { ...withoutSecret(hook), secret }
        }),
        update: Effect.fn("Webhooks.update")(function* (id, settings) {
          const url = yield* parseReceiver(settings.url, allowed)
          return withoutSecret(yield* found(changing("webhook_changed", store.update(id, settingsOf(url, settings)))))
        }),
        remove: Effect.fn("Webhooks.remove")(function* (id) {
          yield* found(changing("webhook_deleted", store.remove(id)))
        }),
        deliveries: Effect.fn("Webhooks.deliveries")(function* (id) {
          yield* get(id)
          return yield* store.deliveries(id)
        }),
        resend: Effect.fn("Webhooks.resend")(function* (id, from) {
          yield* get(id)
          const { epoch, sequenceNumber: head } = yield* log.head
          if (from > head + 1) {
            return yield* new InvalidPosition({ message: `Event ${from} does not exist yet; the latest is ${head}.` })
          }
          const moved = yield* found(changing("webhook_resent", store.moveTo(id, { epoch, sequenceNumber: from - 1 })))
          return withoutSecret(moved)
        }),
        awaitChange: Effect.andThen(
          changed.await,
          Effect.sync(() => void changed.closeUnsafe())
        )
      })
    })
  )
}
