import { Effect, Layer, Schedule } from "effect"
import type { StorageError } from "../../domain/StorageError.ts"

/**
 * Purges at the start and every hour, until the scope closes. A failed run is logged and does not stop the next. It is not
 * traced, since it hardly ever finds anything.
 */
export const layer = <R>(noun: string, purge: Effect.Effect<number, StorageError, R>) =>
  purge.pipe(
    Effect.tap((removed) => (removed > 0 ? Effect.logInfo(`Removed ${removed} ${noun}.`) : Effect.void)),
    Effect.catchCause((cause) => Effect.logError(`Could not remove ${noun}`, cause)),
    Effect.withTracerEnabled(false),
    Effect.repeat(Schedule.fixed("1 hour")),
    Effect.forkScoped,
    Layer.effectDiscard
  )
