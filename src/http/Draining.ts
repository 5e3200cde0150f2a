import { Context, type Duration, Effect, Layer } from "effect"
import { Broadcaster } from "../live/Broadcaster.ts"

/** The server is about to stop: it still answers, and says that it should not be asked any more. */
export class Draining extends Context.Service<
  Draining,
  {
    readonly hasBegun: Effect.Effect<boolean>
    readonly begin: Effect.Effect<void>
  }
>()("strategy/http/Draining") {
  static readonly layer = Layer.sync(Draining, () => {
    let hasBegun = false
    return {
      hasBegun: Effect.sync(() => hasBegun),
      begin: Effect.sync(() => {
        hasBegun = true
      })
    }
  })
}

/**
 * When the scope closes: unhealthy from then on, all streams end, and requests are served for as long as it lingers, so that
 * whoever spreads the load over several servers turns to the others. To be built last, so that it stops first.
 */
export const onStop = (linger: Duration.Input) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const draining = yield* Draining
      const broadcaster = yield* Broadcaster
      yield* Effect.addFinalizer(() =>
        draining.begin.pipe(Effect.andThen(broadcaster.drain), Effect.andThen(Effect.sleep(linger)))
      )
    })
  )
