import { Effect, Function, Metric, type Scope } from "effect"

/**
 * Until the scope closes, the metric's state comes from `read` whenever it is scraped, instead of from updates. Of
 * several registrations for one metric the last one counts.
 */
export const observed = <State>(
  metric: Metric.Metric<never, State>,
  read: () => State
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.contextWith((context) =>
    Effect.acquireRelease(
      Effect.sync(() =>
        Metric.registerUnsafe(metric, context, { get: read, update: Function.constVoid, modify: Function.constVoid })
      ),
      (registration) => Effect.sync(registration.remove)
    )
  )
