import { Clock, Context, Data, DateTime, Duration, Effect, Latch, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { AccountLog, type Recorded } from "../accounts/log/AccountLog.ts"
import type { AccountAction } from "../domain/AccountEntry.ts"
import { EntityId } from "../domain/entities/Ids.ts"
import type { StorageError } from "../domain/StorageError.ts"
import type {
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookSettings,
  WebhookTest
} from "../domain/Webhook.ts"
import { EventStore } from "../log/store/EventStore.ts"
import { ServiceDays } from "../time/ServiceDays.ts"
import { PageUrl } from "../url/ExternalUrl.ts"
import { testBody } from "./DeliveryMessage.ts"
import { weekAt } from "./DigestWeek.ts"
import { Receiver, WebhookAllow } from "./Receiver.ts"
import { type InvalidReceiver, parseReceiver } from "./ReceiverUrl.ts"
import { encodeSecret, secretBytes, secretsAt, signedHeaders } from "./Signature.ts"
import { type DeliveryPage, type StoredWebhook, type TooManyWebhooks, WebhookStore } from "./WebhookStore.ts"

class WebhookNotFound extends Data.TaggedError("WebhookNotFound") {
  override readonly message = "There is no webhook with this id."
}

/** The message is one sentence. */
class InvalidPosition extends Data.TaggedError("InvalidPosition")<{ readonly message: string }> {}

class DeliveryNotFound extends Data.TaggedError("DeliveryNotFound") {
  override readonly message = "This attempt is not kept."
}

class NothingToSkip extends Data.TaggedError("NothingToSkip") {
  override readonly message = "The webhook does not fail at this event."
}

/** How long the secret before signs too, after a change of the secret. */
const rotationMs = Duration.toMillis(Duration.hours(24))

const withoutSecret = ({
  secret: _secret,
  previousSecret: _previousSecret,
  retryAfterMs: _retryAfterMs,
  epoch: _epoch,
  digestWeek: _digestWeek,
  revision: _revision,
  ...hook
}: StoredWebhook): Webhook => hook

const settingsOf = (
  url: string,
  {
    description = null,
    eventTypes = null,
    teamIds = null,
    enabled = true,
    format = "standard",
    digest = null
  }: WebhookSettings,
  week: number
) => ({ url, description, eventTypes, teamIds, enabled, format, digest, week })

/** The account log's entry about a webhook. The rest of its URL may contain a secret, as its path often does. */
const logEntry = (action: AccountAction, { id, url }: StoredWebhook, what = "") =>
  ({ action, subjectName: null, detail: `${new URL(url).host}; ${id}${what}` }) as const

/** Posts a test to a webhook, once. */
const deliverTest = Effect.fnUntraced(function* (
  hook: StoredWebhook,
  { at }: Receiver["Service"],
  { uuid, pageUrl }: { readonly uuid: string; readonly pageUrl: string | null }
) {
  const now = yield* Clock.currentTimeMillis
  const attemptedAt = DateTime.formatIso(DateTime.makeUnsafe(now))
  const body = testBody(hook.format, attemptedAt, pageUrl)
  const message = { id: `test.${uuid}`, timestamp: Math.floor(now / 1_000), body }
  const post = at(hook.url)({ headers: signedHeaders(secretsAt(hook, now), message), body })
  const [took, { outcome, status, error, answer = null }] = yield* Effect.timed(post)
  return { attemptedAt, outcome, status, error, durationMs: Math.round(Duration.toMillis(took)), answer }
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
    /** The latest attempts, newest first. */
    readonly deliveries: (
      id: EntityId,
      page: DeliveryPage
    ) => Effect.Effect<ReadonlyArray<WebhookDelivery>, StorageError | WebhookNotFound>
    /** An attempt with its request and answer. */
    readonly delivery: (
      id: EntityId,
      number: number
    ) => Effect.Effect<WebhookDeliveryDetails, StorageError | DeliveryNotFound>
    /**
     * Moves the webhook past the event after its position, where it fails, or for digests past what the failing one tells.
     */
    readonly skip: (
      id: EntityId,
      event: number
    ) => Effect.Effect<Webhook, StorageError | NothingToSkip | WebhookNotFound>
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
    // biome-ignore lint/complexity/noExcessiveLinesPerFunction: one method of the service after the other.
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const log = yield* EventStore
      const { recording } = yield* AccountLog
      const random = yield* SecureRandom.SecureRandom
      const allowed = yield* WebhookAllow
      const receiver = yield* Receiver
      const pageUrl = yield* PageUrl
      const days = yield* ServiceDays
      const week = Effect.map(Clock.currentTimeMillis, (now) => weekAt(now, days))
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
            store.create({ ...settingsOf(url, settings, yield* week), id, secret, head })
          )
          return { ...withoutSecret(hook), secret }
        }),
        update: Effect.fn("Webhooks.update")(function* (id, settings) {
          const url = yield* parseReceiver(settings.url, allowed)
          const all = settingsOf(url, settings, yield* week)
          return withoutSecret(yield* found(changing("webhook_changed", store.update(id, all))))
        }),
        remove: Effect.fn("Webhooks.remove")(function* (id) {
          yield* found(changing("webhook_deleted", store.remove(id)))
        }),
        deliveries: Effect.fn("Webhooks.deliveries")(function* (id, page) {
          yield* get(id)
          return yield* store.deliveries(id, page)
        }),
        delivery: Effect.fn("Webhooks.delivery")(function* (id, number) {
          return (yield* store.delivery(id, number)) ?? (yield* new DeliveryNotFound())
        }),
        skip: Effect.fn("Webhooks.skip")(function* (id, event) {
          const { epoch, digest } = yield* stored(id)
          const { sequenceNumber: head } = yield* log.head
          const failingAt = event - 1
          const move =
            digest === null
              ? { epoch, sequenceNumber: event, failingAt }
              : { epoch, sequenceNumber: head, failingAt, digestWeek: yield* week }
          const moved = yield* changing("webhook_skipped", store.moveTo(id, move), `; event ${event}`)
          return withoutSecret(moved ?? (yield* new NothingToSkip()))
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
          const hook = yield* stored(id)
          yield* recording(Effect.succeed({ value: undefined, entries: [logEntry("webhook_tested", hook)] }))
          return yield* deliverTest(hook, receiver, { uuid: yield* random.uuidV4(), pageUrl })
        }),
        awaitChange: Effect.andThen(
          changed.await,
          Effect.sync(() => void changed.closeUnsafe())
        )
      })
    })
  )
}
