import { Clock, Context, Data, DateTime, Effect, Layer } from "effect"
import type { EntityId } from "../domain/entities/Ids.ts"
import type { StorageError } from "../domain/StorageError.ts"
import {
  deliveriesKept,
  maxWebhooks,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryDetails
} from "../domain/Webhook.ts"
import type { Head } from "../log/store/EventStore.ts"

export class TooManyWebhooks extends Data.TaggedError("TooManyWebhooks") {
  override readonly message = `There are ${maxWebhooks} webhooks already: delete one first.`
}

/** A webhook as senders need it. */
export interface StoredWebhook extends Webhook {
  readonly secret: string
  /** The secret before, which signs too until `previousSecretUntil`. */
  readonly previousSecret: string | null
  /** How long the receiver asked to be left alone, at its last failure. */
  readonly retryAfterMs: number | null
  /** The log that `sequenceNumber` belongs to. */
  readonly epoch: string
  /** The week of the latest digest, as `DigestWeek` counts; null without digests. */
  readonly digestWeek: number | null
  /** Grows whenever an admin changes the webhook, or the log becomes another one. */
  readonly revision: number
}

/** An admin's settings of a webhook, decoded and checked. */
export type Settings = Pick<
  Webhook,
  "url" | "description" | "eventTypes" | "teamIds" | "enabled" | "format" | "digest"
> & {
  /** The week that a webhook which begins with digests has already had. */
  readonly week: number
}

export interface NewHook extends Settings {
  readonly id: EntityId
  readonly secret: string
  /** The webhook gets the events after this position. */
  readonly head: Head
}

/** How often and since when deliveries have failed. */
export type FailureState = Pick<
  StoredWebhook,
  "failures" | "failingSince" | "nextAttemptAt" | "retryAfterMs" | "disabledReason"
>

export const noFailure: FailureState = {
  failures: 0,
  failingSince: null,
  nextAttemptAt: null,
  retryAfterMs: null,
  disabledReason: null
}

/** Until a webhook's secret is changed for the first time, there is no other. */
export const noPreviousSecret = { previousSecret: null, previousSecretUntil: null }

/** What a sender has done for a webhook. */
export interface Progress extends FailureState {
  readonly id: EntityId
  /** The stored position that the sender began with. If the store has another one by now, nothing is saved. */
  readonly from: number
  /** All events up to this one are delivered or filtered out. */
  readonly sequenceNumber: number
  /** The week of the digest that was delivered; null if none was. */
  readonly digestWeek: number | null
  /** The attempt that was made; null if events were only filtered out. The store gives it its number. */
  readonly delivery: Omit<WebhookDeliveryDetails, "number"> | null
}

const attemptOf = ({
  attemptedAt,
  outcome,
  status,
  error,
  durationMs
}: NonNullable<Progress["delivery"]>): Webhook["lastAttempt"] => ({ attemptedAt, outcome, status, error, durationMs })

/** Attempts with a number below `before`, `limit` at most (100 without). */
export interface DeliveryPage {
  readonly before?: number | undefined
  readonly limit?: number | undefined
}

export const defaultDeliveries = 100

/** Where an admin moves a webhook to. */
interface Move extends Head {
  /** Moves the webhook only if it fails at this position. */
  readonly failingAt?: number
  readonly digestWeek?: number
}

/** Webhooks with their positions and latest deliveries. Times of leases are those of the store, not of its callers. */
export class WebhookStore extends Context.Service<
  WebhookStore,
  {
    /** In order of creation. */
    readonly list: Effect.Effect<ReadonlyArray<StoredWebhook>, StorageError>
    readonly create: (hook: NewHook) => Effect.Effect<StoredWebhook, StorageError | TooManyWebhooks>
    /** Replaces the settings. Enabling clears the failures. Undefined if there is no such webhook. */
    readonly update: (id: EntityId, settings: Settings) => Effect.Effect<StoredWebhook | undefined, StorageError>
    /**
     * Gives the webhook a new secret. The one it had signs too until a time, in Unix milliseconds. Undefined if there is no
     * such webhook.
     */
    readonly changeSecret: (
      id: EntityId,
      secret: string,
      previousUntil: number
    ) => Effect.Effect<StoredWebhook | undefined, StorageError>
    /**
     * Moves the webhook right after an event of a log and clears its failures. Undefined if there is no such webhook, or none
     * that fails there.
     */
    readonly moveTo: (id: EntityId, move: Move) => Effect.Effect<StoredWebhook | undefined, StorageError>
    /** The removed webhook; undefined if there was none. */
    readonly remove: (id: EntityId) => Effect.Effect<StoredWebhook | undefined, StorageError>
    /** The latest of the `deliveriesKept` attempts, newest first. */
    readonly deliveries: (
      id: EntityId,
      page: DeliveryPage
    ) => Effect.Effect<ReadonlyArray<WebhookDelivery>, StorageError>
    /** One of them with its request and answer; undefined if it is not kept. */
    readonly delivery: (id: EntityId, number: number) => Effect.Effect<WebhookDeliveryDetails | undefined, StorageError>
    /**
     * Leases every enabled webhook that nobody else has leased to `owner`, for so long from now on, and returns all
     * that `owner` has: no other owner gets one of them before that time is over, or it is released. A lease that ends
     * later than one of now would was made while the clock was wrong, and is void.
     */
    readonly claim: (owner: string, leaseMs: number) => Effect.Effect<ReadonlyArray<StoredWebhook>, StorageError>
    /** Ends all leases of `owner`. */
    readonly release: (owner: string) => Effect.Effect<void, StorageError>
    /**
     * Saves progress, and tells whether it did: not for a webhook that is deleted, moved, or leased to somebody else. With a
     * `disabledReason` the webhook is disabled.
     */
    readonly save: (owner: string, progress: Progress) => Effect.Effect<boolean, StorageError>
  }
>()("strategy/webhooks/WebhookStore") {
  static readonly layerMemory = Layer.effect(
    WebhookStore,
    // biome-ignore lint/complexity/noExcessiveLinesPerFunction: one method of the service after the other.
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const hooks = new Map<EntityId, MemoryHook>()

      const change = (id: EntityId, changes: (hook: StoredWebhook) => Partial<StoredWebhook>) =>
        Effect.sync(() => {
          const found = hooks.get(id)
          if (found === undefined) return undefined
          found.hook = { ...found.hook, ...changes(found.hook) }
          return found.hook
        })

      const saveOne = (owner: string, { id, from, delivery, digestWeek, ...progress }: Progress): boolean => {
        const found = hooks.get(id)
        if (found === undefined || found.owner !== owner || found.hook.sequenceNumber !== from) return false
        found.hook = {
          ...found.hook,
          ...progress,
          digestWeek: digestWeek ?? found.hook.digestWeek,
          enabled: found.hook.enabled && progress.disabledReason === null,
          lastAttempt: delivery === null ? found.hook.lastAttempt : attemptOf(delivery)
        }
        const number = (found.deliveries[0]?.number ?? 0) + 1
        if (delivery !== null)
          found.deliveries = [{ ...delivery, number }, ...found.deliveries].slice(0, deliveriesKept)
        return true
      }

      return WebhookStore.of({
        list: Effect.sync(() => [...hooks.values()].map(({ hook }) => hook)),
        create: Effect.fnUntraced(function* ({ head, week, ...settings }) {
          if (hooks.size >= maxWebhooks) return yield* new TooManyWebhooks()
          const createdAt = DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis))
          const digestWeek = settings.digest === null ? null : week
          const hook = {
            ...{ ...settings, ...head, ...noFailure, ...noPreviousSecret },
            ...{ digestWeek, createdAt, lastAttempt: null, revision: 1 }
          }
          hooks.set(hook.id, { hook, deliveries: [], owner: undefined, leasedUntil: 0 })
          return hook
        }),
        update: (id, { week, ...settings }) =>
          change(id, ({ revision, digestWeek }) => ({
            ...settings,
            digestWeek: settings.digest === null ? null : (digestWeek ?? week),
            ...(settings.enabled ? noFailure : { disabledReason: null }),
            revision: revision + 1
          })),
        changeSecret: (id, secret, previousUntil) =>
          change(id, (hook) => ({
            secret,
            previousSecret: hook.secret,
            previousSecretUntil: DateTime.formatIso(DateTime.makeUnsafe(previousUntil)),
            revision: hook.revision + 1
          })),
        moveTo: (id, { failingAt, ...position }) =>
          Effect.suspend(() => {
            const hook = hooks.get(id)?.hook
            const isThere = failingAt === undefined || (hook?.sequenceNumber === failingAt && hook.failures > 0)
            return isThere
              ? change(id, ({ revision, disabledReason }) => ({
                  ...position,
                  ...noFailure,
                  disabledReason,
                  revision: revision + 1
                }))
              : Effect.succeed(undefined)
          }),
        remove: (id) =>
          Effect.sync(() => {
            const removed = hooks.get(id)?.hook
            hooks.delete(id)
            return removed
          }),
        deliveries: (id, { before = Number.MAX_SAFE_INTEGER, limit = defaultDeliveries }) =>
          Effect.sync(() =>
            (hooks.get(id)?.deliveries ?? [])
              .filter(({ number }) => number < before)
              .slice(0, limit)
              .map(({ request: _request, answer: _answer, ...delivery }) => delivery)
          ),
        delivery: (id, number) =>
          Effect.sync(() => hooks.get(id)?.deliveries.find((delivery) => delivery.number === number)),
        claim: (owner, leaseMs) =>
          Effect.sync(() => {
            const now = clock.currentTimeMillisUnsafe()
            const claimed = [...hooks.values()].filter(
              ({ hook, owner: by, leasedUntil }) =>
                hook.enabled && (by === owner || leasedUntil <= now || leasedUntil > now + leaseMs)
            )
            for (const each of claimed) {
              each.owner = owner
              each.leasedUntil = now + leaseMs
            }
            return claimed.map(({ hook }) => hook)
          }),
        release: (owner) =>
          Effect.sync(() => {
            for (const each of hooks.values()) if (each.owner === owner) each.leasedUntil = 0
          }),
        save: (owner, progress) => Effect.sync(() => saveOne(owner, progress))
      })
    })
  )
}

interface MemoryHook {
  hook: StoredWebhook
  deliveries: ReadonlyArray<WebhookDeliveryDetails>
  owner: string | undefined
  leasedUntil: number
}
