import { Effect, Schedule } from "effect"
import type { StorageError } from "../domain/StorageError.ts"

/** Purges at the start and every hour, until the scope closes. A run that fails is logged; the next one takes place. */
export const start = (what: string, purge: Effect.Effect<number, StorageError>) =>
  purge.pipe(
    Effect.tap((removed) => (removed > 0 ? Effect.logInfo(`Removed ${removed} ${what}.`) : Effect.void)),
    Effect.catchCause((cause) => Effect.logError(`Could not remove ${what}`, cause)),
    Effect.repeat(Schedule.fixed("1 hour")),
    Effect.forkScoped
  )
