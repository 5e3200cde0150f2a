import { Effect, Layer, Schedule } from "effect"
import { SessionStore } from "./SessionStore.ts"

/** Deletes expired sessions at the start and every hour. A run that fails is logged; the next one takes place. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const sessions = yield* SessionStore
    yield* sessions.purgeExpired.pipe(
      Effect.tap((removed) => (removed > 0 ? Effect.logInfo(`Removed ${removed} expired sessions.`) : Effect.void)),
      Effect.catchCause((cause) => Effect.logError("Could not remove expired sessions", cause)),
      Effect.repeat(Schedule.fixed("1 hour")),
      Effect.forkScoped
    )
  })
)
