import { Effect, Layer } from "effect"
import { AccountLog } from "../log/AccountLog.ts"
import { LoginThrottle, PasswordChangeThrottle } from "./LoginThrottle.ts"

/** With this interval every server lifts a lock within a second, without a notification. */
const pollInterval = "500 millis"

/** Transactions may commit in another order than that of their ids, so this many ids are read again. */
const idOverlap = 1_000

/**
 * Makes an effect that lifts the locks of names that scripts and other servers unlocked since its last run; the first run only notes the
 * present unlocks.
 */
export const makeLifting = Effect.gen(function* () {
  const accountLog = yield* AccountLog
  const throttles = [yield* LoginThrottle, yield* PasswordChangeThrottle]
  let latest: number | undefined
  let handledIds: ReadonlySet<number> = new Set()

  return Effect.gen(function* () {
    if (latest === undefined) {
      latest = yield* accountLog.latestId
      handledIds = new Set((yield* accountLog.unlockedAfter(latest - idOverlap)).map(({ id }) => id))
    }
    const found = yield* accountLog.unlockedAfter(latest - idOverlap)
    for (const { id, subjectName } of found) {
      if (handledIds.has(id) || subjectName === null) continue
      for (const { clear } of throttles) yield* clear(subjectName)
    }
    latest = Math.max(latest, ...found.map(({ id }) => id))
    handledIds = new Set(found.map(({ id }) => id))
  })
})

/**
 * Lifts the locks of names that a script unlocked after the start of this server (before that, it had none). The server
 * of an embedded database does not poll: `DatabaseSocket` tells it when a script has written.
 */
export const layer = Layer.effectDiscard(
  Effect.flatMap(makeLifting, (liftNewUnlocks) =>
    // A failure is ignored: other parts report that the database is away, and the next poll finds what this one missed.
    liftNewUnlocks.pipe(
      Effect.ignoreCause,
      Effect.andThen(Effect.sleep(pollInterval)),
      Effect.forever,
      Effect.forkScoped
    )
  )
)
