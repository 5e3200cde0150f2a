import { Context, Duration, Effect, Layer } from "effect"
import { Broadcaster } from "../../live/Broadcaster.ts"
import { counted } from "../../shared/words/Nouns.ts"
import { OpenConnections } from "../server/Connections.ts"

/** Whether the server is draining: it still answers, but its health check tells load balancers to turn to other servers. */
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

interface Options {
  /** How long new connections are still taken, which gives load balancers time to turn to other servers. */
  readonly shutdownDelay: Duration.Duration
  /** The reason for the log, such as `on SIGTERM`. */
  readonly reason: Effect.Effect<string>
}

/**
 * When the scope closes, the health check fails, all streams end, and requests are served as before for another
 * `shutdownDelay`. To be built last, so that it is the first to stop.
 */
export const onStop = ({ shutdownDelay, reason }: Options) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const draining = yield* Draining
      const broadcaster = yield* Broadcaster
      const connections = yield* OpenConnections
      const begin = Effect.gen(function* () {
        yield* draining.begin
        const { requests, streams, halfSent } = connections.inProgress
        const delay = Duration.isZero(shutdownDelay)
          ? ""
          : ` New connections are accepted for another ${Duration.format(shutdownDelay)}.`
        yield* Effect.logInfo(
          `Stopping ${yield* reason}: ${counted(requests, "request")} to be answered, ` +
            `${counted(halfSent, "request")} still arriving, ${counted(streams, "stream")} to end.${delay}`
        ).pipe(Effect.annotateLogs({ requests, halfSent, streams }))
      })
      yield* Effect.addFinalizer(() =>
        begin.pipe(Effect.andThen(broadcaster.drain), Effect.andThen(Effect.sleep(shutdownDelay)))
      )
    })
  )
