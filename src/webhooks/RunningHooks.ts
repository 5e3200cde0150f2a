import { Cause, Effect, Latch, type Scope } from "effect"
import type { EntityId } from "../domain/entities/Ids.ts"
import type { StorageError } from "../domain/StorageError.ts"
import { EventStore } from "../log/store/EventStore.ts"
import * as HookSender from "./HookSender.ts"
import { type StoredWebhook, WebhookStore } from "./WebhookStore.ts"

/** A webhook with digests is behind no event. */
const positionOf = ({ digest, sequenceNumber }: StoredWebhook): number =>
  digest === null ? sequenceNumber : Number.POSITIVE_INFINITY

interface Running {
  readonly revision: number
  readonly retire: Latch.Latch
  position: number
}

interface RunningHooks {
  /**
   * Delivers to these webhooks from now on, and to no others. One that has changed ends what it is at, and starts again
   * with a later call.
   */
  readonly follow: (claimed: ReadonlyArray<StoredWebhook>) => Effect.Effect<void, never, Scope.Scope>
  /** The position of the webhook that is furthest behind; undefined if there is none. */
  readonly lastPosition: () => number | undefined
}

/**
 * The webhooks this server delivers to, each in a fiber of its own. `ended` is run whenever one of them ends by itself.
 */
export const make = Effect.fnUntraced(function* (dependencies: HookSender.Dependencies, ended: Effect.Effect<unknown>) {
  const log = yield* EventStore
  const store = yield* WebhookStore
  const running = new Map<EntityId, Running>()

  const deliver = Effect.fnUntraced(function* (
    hook: StoredWebhook,
    control: Running
  ): Effect.fn.Return<void, StorageError> {
    const head = yield* log.head
    if (hook.epoch === head.epoch && hook.sequenceNumber <= head.sequenceNumber) {
      return yield* HookSender.run(hook, dependencies, {
        isRetired: () => Latch.isOpen(control.retire),
        retired: control.retire.await,
        moved: (sequenceNumber) => {
          if (hook.digest === null) control.position = sequenceNumber
        }
      })
    }
    // A log that was restored from an older copy, or is another one, has no event that the webhook waits for.
    const message = `The webhook ${hook.id} restarts after event ${head.sequenceNumber}: the log was replaced.`
    yield* Effect.logWarning(message)
    yield* store.moveTo(hook.id, head)
  })

  const start = (hook: StoredWebhook) =>
    Effect.suspend(() => {
      const control = { revision: hook.revision, retire: Latch.makeUnsafe(false), position: positionOf(hook) }
      running.set(hook.id, control)
      return deliver(hook, control).pipe(
        Effect.ensuring(Effect.sync(() => running.delete(hook.id))),
        Effect.andThen(ended),
        // A webhook whose fiber fails starts again with the next regular claim.
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.void
            : Effect.logWarning(`Deliveries to the webhook ${hook.id} were interrupted.`, cause)
        ),
        Effect.forkScoped
      )
    })

  const follow = (claimed: ReadonlyArray<StoredWebhook>) =>
    Effect.suspend(() => {
      const revisions = new Map(claimed.map(({ id, revision }) => [id, revision]))
      for (const [id, { revision, retire }] of running) if (revisions.get(id) !== revision) retire.openUnsafe()
      return Effect.forEach(
        claimed.filter(({ id }) => !running.has(id)),
        start,
        { discard: true }
      )
    })

  const lastPosition = () =>
    running.size === 0 ? undefined : Math.min(...[...running.values()].map(({ position }) => position))

  return { follow, lastPosition } satisfies RunningHooks
})
