import { createHash } from "node:crypto"
import { Context, Duration, Effect, Layer, Option, Queue, Schedule, type Scope, Semaphore } from "effect"
import type { UserId } from "../../domain/entities/Ids.ts"
import { everySession } from "../sessions/SessionCache.ts"
import { SessionStore } from "../sessions/SessionStore.ts"
import { UserStore } from "./UserStore.ts"

/** What users are called now. Whoever has not said, or is gone, has no display name. */
export interface CurrentNames {
  /** Null if there is none. */
  readonly of: (userId: UserId) => string | null
  /** Equal digests mean equal names, on every server. */
  readonly digest: () => string
  /** Reads the name of a user anew. Other servers, and this one if it fails, do it after the user's eviction. */
  readonly refresh: (userId: UserId) => Effect.Effect<void>
  /** Until the scope closes, calls `watcher` when a name that was given out has changed or is gone. It must be quick. */
  readonly watch: (watcher: () => void) => Effect.Effect<void, never, Scope.Scope>
}

const nobody: CurrentNames = {
  of: () => null,
  digest: () => "",
  refresh: () => Effect.void,
  watch: () => Effect.void
}

/** Without `layer`, nobody has a display name. */
export const DisplayNames = Context.Reference<CurrentNames>("strategy/accounts/DisplayNames", {
  defaultValue: () => nobody
})

const retryDelay = Duration.seconds(1)

/**
 * Keeps the display names in memory, so that naming who made an event costs no query. They follow the evictions of sessions,
 * by which every server learns of a changed user.
 */
export const layer = Layer.effect(
  DisplayNames,
  Effect.gen(function* () {
    const users = yield* UserStore
    const sessions = yield* SessionStore
    const reading = Semaphore.makeUnsafe(1)
    const watchers = new Set<() => void>()
    let names: ReadonlyMap<UserId, string> = new Map()
    let digest: string | undefined

    const replace = (next: ReadonlyMap<UserId, string>): void => {
      const isOver = [...names].some(([id, name]) => next.get(id) !== name)
      names = next
      digest = undefined
      if (isOver) for (const watcher of watchers) watcher()
    }

    // One at a time, so that an earlier answer never replaces a later one.
    const readAll = Effect.map(users.displayNames, replace).pipe(reading.withPermits(1))
    const readOne = Effect.fnUntraced(function* (id: UserId) {
      const user = Option.getOrUndefined(yield* users.findById(id))
      const name = user?.displayName ?? undefined
      if (names.get(id) === name) return
      const others = [...names].filter(([other]) => other !== id)
      replace(new Map(name === undefined ? others : [...others, [id, name]]))
    }, reading.withPermits(1))

    const changed = new Set<UserId>()
    let haveAllChanged = false
    const wake = yield* Queue.sliding<void>(1)
    yield* sessions.watch((filter, userId) => {
      if (filter === everySession) haveAllChanged = true
      else if (userId !== undefined) changed.add(userId)
      else return
      Queue.offerUnsafe(wake, undefined)
    })
    yield* readAll

    const readChanged = Effect.suspend(() => {
      const read = haveAllChanged ? readAll : Effect.forEach([...changed], readOne, { discard: true })
      haveAllChanged = false
      changed.clear()
      return Effect.tapError(read, () =>
        Effect.sync(() => {
          haveAllChanged = true
        })
      )
    })
    yield* Queue.take(wake).pipe(
      // Other parts report that the database is away.
      Effect.andThen(Effect.retry(readChanged, Schedule.spaced(retryDelay))),
      Effect.forever,
      Effect.forkScoped
    )

    return {
      of: (userId) => names.get(userId) ?? null,
      digest: () => {
        digest ??= createHash("sha256")
          .update(JSON.stringify([...names].sort()))
          .digest("base64url")
        return digest
      },
      refresh: (userId) => Effect.ignore(readOne(userId)),
      watch: (watcher) =>
        Effect.acquireRelease(
          Effect.sync(() => void watchers.add(watcher)),
          () => Effect.sync(() => watchers.delete(watcher))
        )
    }
  })
)
