import { Effect, Layer } from "effect"
import { AccountLog } from "./AccountLog.ts"
import { LoginThrottle, PasswordChangeThrottle } from "./LoginThrottle.ts"

/** The account log is read so often, so that a lock is lifted on every server within a second, without a notification. */
const period = "500 millis"

/** An entry with a lower id may become visible after one with a higher id, as their transactions end; never by so many. */
const overlap = 1_000

/**
 * Lifts the locks of names that a script unlocked, from the start of this server on: before, it had none. Not for the
 * embedded database, where no script works beside the server.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const accountLog = yield* AccountLog
    const throttles = [yield* LoginThrottle, yield* PasswordChangeThrottle]
    let latest: number | undefined
    let done: ReadonlySet<number> = new Set()

    const lift = Effect.gen(function* () {
      if (latest === undefined) {
        latest = yield* accountLog.latestId
        done = new Set((yield* accountLog.unlockedAfter(latest - overlap)).map(({ id }) => id))
      }
      const found = yield* accountLog.unlockedAfter(latest - overlap)
      for (const { id, subjectName } of found) {
        if (done.has(id) || subjectName === null) continue
        for (const { clear } of throttles) yield* clear(subjectName)
      }
      latest = Math.max(latest, ...found.map(({ id }) => id))
      done = new Set(found.map(({ id }) => id))
    })

    // Others report that the database is away; the next reading finds what this one did not.
    yield* lift.pipe(Effect.ignoreCause, Effect.andThen(Effect.sleep(period)), Effect.forever, Effect.forkScoped)
  })
)
