import { Context, Duration, Effect, Layer } from "effect"
import { Broadcaster } from "../../live/Broadcaster.ts"
import { OpenConnections } from "../server/Connections.ts"

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

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

export interface Options {
  /** How long new connections are still taken, so that whoever spreads the load over several servers turns to the others. */
  readonly linger: Duration.Duration
  /** What is said of the reason, such as `on SIGTERM`. */
  readonly reason: Effect.Effect<string>
}

/**
 * When the scope closes: unhealthy from then on, every answer closes its connection, all streams end, and requests are served
 * for as long as it lingers. To be built last, so that it stops first.
 */
export const onStop = ({ linger, reason }: Options) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const draining = yield* Draining
      const broadcaster = yield* Broadcaster
      const connections = yield* OpenConnections
      const begin = Effect.gen(function* () {
        yield* draining.begin
        const { requests, streams, halfSent } = connections.underWay
        connections.drain()
        const lingers = Duration.isZero(linger)
          ? ""
          : ` New connections are taken for another ${Duration.format(linger)}.`
        yield* Effect.logInfo(
          `Stopping ${yield* reason}: ${counted(requests, "request")} to be answered, ` +
            `${counted(halfSent, "request")} still arriving, ${counted(streams, "stream")} to end.${lingers}`
        ).pipe(Effect.annotateLogs({ requests, halfSent, streams }))
      })
      yield* Effect.addFinalizer(() =>
        begin.pipe(Effect.andThen(broadcaster.drain), Effect.andThen(Effect.sleep(linger)))
      )
    })
  )
