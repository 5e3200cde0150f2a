import { Effect, Function, Metric, type Scope } from "effect"

/**
 * While the scope is open, a metric's state is read by `read` whenever somebody looks, instead of being updated. Of several
 * readers the last one counts.
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
