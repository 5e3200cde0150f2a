import { Clock, Context, Data, DateTime, Effect, Layer } from "effect"
import type { EntityId } from "../domain/entities/Ids.ts"
import type { StorageError } from "../domain/StorageError.ts"
import { deliveriesKept, maxWebhooks, type Webhook, type WebhookDelivery } from "../domain/Webhook.ts"
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
  /** Grows whenever an admin changes the webhook, or the log becomes another one. */
  readonly revision: number
}

/** An admin's settings of a webhook, decoded and checked. */
export type Settings = Pick<Webhook, "url" | "description" | "eventTypes" | "teamIds" | "enabled">

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
  /** The attempt that was made; null if events were only filtered out. */
  readonly delivery: WebhookDelivery | null
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
     * Moves the webhook right after an event of a log and clears its failures. Undefined if there is no such webhook.
     */
    readonly moveTo: (id: EntityId, position: Head) => Effect.Effect<StoredWebhook | undefined, StorageError>
    /** The removed webhook; undefined if there was none. */
    readonly remove: (id: EntityId) => Effect.Effect<StoredWebhook | undefined, StorageError>
    /** The latest `deliveriesKept` attempts, newest first. */
    readonly deliveries: (id: EntityId) => Effect.Effect<ReadonlyArray<WebhookDelivery>, StorageError>
    /**
     * Leases every enabled webhook that nobody else has leased to `owner`, for so long from now on, and returns all
     * that `owner` has: no other owner gets one of them before that time is over, or it is released. A lease that ends
     * later than one of now would was made while the clock was wrong, and is void.
     */
    readonly claim: (owner: string, leaseMs: number) => Effect.Effect<ReadonlyArray<StoredWebhook>, StorageError>
    /** Ends all leases of `owner`. */
    readonly release: (owner: string) => Effect.Effect<void, StorageError>
    /**
     * Saves progress, at most one for each webhook, and returns the ids of those for which it did. It does not for a
     * webhook that is deleted, moved, or leased to somebody else. With a `disabledReason` the webhook is disabled.
     */
    readonly save: (
      owner: string,
      progress: ReadonlyArray<Progress>
    ) => Effect.Effect<ReadonlySet<EntityId>, StorageError>
  }
>()("strategy/webhooks/WebhookStore") {
  static readonly layerMemory = Layer.effect(
    WebhookStore,
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

      const saveOne = (owner: string, { id, from, delivery, ...progress }: Progress): boolean => {
        const found = hooks.get(id)
        if (found === undefined || found.owner !== owner || found.hook.sequenceNumber !== from) return false
        found.hook = { ...found.hook, ...progress, enabled: found.hook.enabled && progress.disabledReason === null }
        if (delivery !== null) found.deliveries = [delivery, ...found.deliveries].slice(0, deliveriesKept)
        return true
      }

      return WebhookStore.of({
        list: Effect.sync(() => [...hooks.values()].map(({ hook }) => hook)),
        create: Effect.fnUntraced(function* ({ head, ...settings }) {
          if (hooks.size >= maxWebhooks) return yield* new TooManyWebhooks()
          const createdAt = DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis))
          const hook = { ...settings, ...head, ...noFailure, ...noPreviousSecret, createdAt, revision: 1 }
          hooks.set(hook.id, { hook, deliveries: [], owner: undefined, leasedUntil: 0 })
          return hook
        }),
        update: (id, settings) =>
          change(id, ({ revision }) => ({
            ...settings,
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
        moveTo: (id, position) =>
          change(id, ({ revision, disabledReason }) => ({
            ...position,
            ...noFailure,
            disabledReason,
            revision: revision + 1
          })),
        remove: (id) =>
          Effect.sync(() => {
            const removed = hooks.get(id)?.hook
            hooks.delete(id)
            return removed
          }),
        deliveries: (id) => Effect.sync(() => hooks.get(id)?.deliveries ?? []),
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
        save: (owner, progress) =>
          Effect.sync(() => new Set(progress.filter((each) => saveOne(owner, each)).map(({ id }) => id)))
      })
    })
  )
}

interface MemoryHook {
  hook: StoredWebhook
  deliveries: ReadonlyArray<WebhookDelivery>
  owner: string | undefined
  leasedUntil: number
}
