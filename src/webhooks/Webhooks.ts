import { Clock, Context, Data, DateTime, Duration, Effect, Latch, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { AccountLog, type Recorded } from "../accounts/AccountLog.ts"
import type { AccountAction } from "../domain/AccountEntry.ts"
import { EntityId } from "../domain/entities/Ids.ts"
import type { StorageError } from "../domain/StorageError.ts"
import type { NewWebhook, Webhook, WebhookDelivery, WebhookSettings, WebhookTest } from "../domain/Webhook.ts"
import { EventStore } from "../log/store/EventStore.ts"
import { testBody } from "./DeliveryMessage.ts"
import { Receiver, WebhookAllow } from "./Receiver.ts"
import { type InvalidReceiver, parseReceiver } from "./ReceiverUrl.ts"
import { encodeSecret, secretBytes, secretsAt, signedHeaders } from "./Signature.ts"
import { type StoredWebhook, type TooManyWebhooks, WebhookStore } from "./WebhookStore.ts"

export class WebhookNotFound extends Data.TaggedError("WebhookNotFound") {
  override readonly message = "There is no webhook with this id."
}

/** The message is one sentence. */
export class InvalidPosition extends Data.TaggedError("InvalidPosition")<{ readonly message: string }> {}

/** How long the secret before signs too, after a change of the secret. */
const rotationMs = Duration.toMillis(Duration.hours(24))

const withoutSecret = ({
  secret: _secret,
  previousSecret: _previousSecret,
  retryAfterMs: _retryAfterMs,
  epoch: _epoch,
  revision: _revision,
  ...hook
}: StoredWebhook): Webhook => hook

const settingsOf = (
  url: string,
  { description = null, eventTypes = null, teamIds = null, enabled = true }: WebhookSettings
) => ({ url, description, eventTypes, teamIds, enabled })

/** The account log's entry about a webhook. The rest of its URL may contain a secret, as its path often does. */
const logEntry = (action: AccountAction, { id, url }: StoredWebhook, what = "") =>
  ({ action, subjectName: null, detail: `${new URL(url).host}; ${id}${what}` }) as const

/** Posts a test to a webhook, once. */
const deliverTest = Effect.fnUntraced(function* (hook: StoredWebhook, { at }: Receiver["Service"], uuid: string) {
  const now = yield* Clock.currentTimeMillis
  const attemptedAt = DateTime.formatIso(DateTime.makeUnsafe(now))
  const body = testBody(attemptedAt)
  const message = { id: `test.${uuid}`, timestamp: Math.floor(now / 1_000), body }
  const post = at(hook.url)({ headers: signedHeaders(secretsAt(hook, now), message), body })
  const [took, { outcome, status, error }] = yield* Effect.timed(post)
  return { attemptedAt, outcome, status, error, durationMs: Math.round(Duration.toMillis(took)) }
})

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
    /** The new secret signs from now on, and for 24 hours the one before does so too. */
    readonly changeSecret: (id: EntityId) => Effect.Effect<NewWebhook, StorageError | WebhookNotFound>
    /** Posts a test now, once, even if the webhook is disabled. It is not among the deliveries. */
    readonly test: (id: EntityId) => Effect.Effect<WebhookTest, StorageError | WebhookNotFound>
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
      const receiver = yield* Receiver
      const changed = Latch.makeUnsafe(false)

      /** Carries out and records a change of a webhook, which is undefined if there is none. */
      const changing = <A extends StoredWebhook | undefined, E>(
        action: AccountAction,
        change: Effect.Effect<A, E>,
        what?: string
      ) => {
        const recorded = Effect.map(change, (value): Recorded<A> => {
          return { value, entries: value === undefined ? [] : [logEntry(action, value, what)] }
        })
        return Effect.tap(recording(recorded), () => changed.open)
      }

      const found = <A, E>(self: Effect.Effect<A | undefined, E>) =>
        Effect.flatMap(self, (value) =>
          value === undefined ? Effect.fail(new WebhookNotFound()) : Effect.succeed(value)
        )

      const stored = (id: EntityId) => found(Effect.map(store.list, (hooks) => hooks.find((hook) => hook.id === id)))

      const get = (id: EntityId) => Effect.map(stored(id), withoutSecret)

      const newSecret = Effect.map(random.randomBytes(secretBytes), encodeSecret)

      return Webhooks.of({
        list: Effect.map(store.list, (hooks) => hooks.map(withoutSecret)),
        get,
        create: Effect.fn("Webhooks.create")(function* (settings) {
          const url = yield* parseReceiver(settings.url, allowed)
          const id = EntityId.make(yield* random.uuidV4())
          const secret = yield* newSecret
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
        changeSecret: Effect.fn("Webhooks.changeSecret")(function* (id) {
          const secret = yield* newSecret
          const until = (yield* Clock.currentTimeMillis) + rotationMs
          const hook = yield* found(changing("webhook_changed", store.changeSecret(id, secret, until), "; secret"))
          return { ...withoutSecret(hook), secret }
        }),
        test: Effect.fn("Webhooks.test")(function* (id) {
          return yield* deliverTest(yield* stored(id), receiver, yield* random.uuidV4())
        }),
        awaitChange: Effect.andThen(
          changed.await,
          Effect.sync(() => void changed.closeUnsafe())
        )
      })
    })
  )
}
