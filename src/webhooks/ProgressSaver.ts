import { Deferred, Duration, Effect, Exit, Queue } from "effect"
import type { StorageError } from "../domain/StorageError.ts"
import { type Progress, WebhookStore } from "./WebhookStore.ts"

/** While the log is busy, statements are this far apart, so that each saves the progress of more webhooks. */
const busyPause = Duration.millis(100)

/**
 * Saves what senders have done, one statement at a time for all of them: whatever the number of webhooks, they take at
 * most one of the database's connections. Gives whether the progress was saved.
 */
export const make = Effect.fnUntraced(function* (owner: string, isBusy: () => boolean) {
  const store = yield* WebhookStore
  const waiting = yield* Queue.unbounded<{
    readonly progress: Progress
    readonly saved: Deferred.Deferred<boolean, StorageError>
  }>()

  yield* Queue.takeAll(waiting).pipe(
    Effect.flatMap((all) =>
      Effect.flatMap(
        Effect.exit(
          store.save(
            owner,
            all.map(({ progress }) => progress)
          )
        ),
        (exit) =>
          Effect.forEach(
            all,
            ({ progress, saved }) =>
              Deferred.done(
                saved,
                Exit.map(exit, (ids) => ids.has(progress.id))
              ),
            { discard: true }
          )
      )
    ),
    Effect.andThen(Effect.suspend(() => (isBusy() ? Effect.sleep(busyPause) : Effect.void))),
    Effect.forever,
    Effect.forkScoped
  )

  return Effect.fnUntraced(function* (progress: Progress) {
    const saved = yield* Deferred.make<boolean, StorageError>()
    yield* Queue.offer(waiting, { progress, saved })
    return yield* Deferred.await(saved)
  })
})

export type SaveProgress = Effect.Success<ReturnType<typeof make>>
