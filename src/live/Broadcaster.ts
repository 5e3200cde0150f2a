import { Context, Effect, Exit, Layer, Random } from "effect"
import type { Identity } from "../domain/Identity.ts"
import { Client, type Sink } from "./Client.ts"
import * as Frames from "./Frames.ts"
import { heartbeatPeriod, OpenStreams, type OpenStreamsOptions } from "./OpenStreams.ts"
import * as RecentFrames from "./RecentFrames.ts"
import * as StreamMetrics from "./StreamMetrics.ts"

export interface BroadcasterOptions extends OpenStreamsOptions {
  /** Events that a client may have missed and still be given, and that are kept in memory. */
  readonly reach: number
}

export interface Opening {
  readonly subscriber: Identity
  /** The `id` of the last frame the client has seen, as it says; null: it begins. */
  readonly lastEventId: string | null
  readonly sink: Sink
}

/** Hands every applied event to every open stream: once, in order, or with a `reset`. */
export class Broadcaster extends Context.Service<
  Broadcaster,
  {
    /**
     * Begins a stream, or refuses it with `busy`. From then on it is sent to its sink until that is closed, or ended here:
     * the session or the server ends, or the reader is too slow. Interrupted while it looks for where to begin, it
     * leaves the sink as it is.
     */
    readonly open: (opening: Opening) => Effect.Effect<void>
    /** Waits until a stream is open: what is done for streams now and then need not be done for none. */
    readonly occupied: Effect.Effect<void>
    /** Of the open streams. */
    readonly subscribers: Effect.Effect<ReadonlyArray<Identity>>
    /** Ends the streams whose session is over. */
    readonly end: (matches: (subscriber: Identity) => boolean) => Effect.Effect<void>
    /**
     * From now on events are sent only while `mayShow`, which is asked each time: what other servers have done to the
     * streams' sessions may not be known. What is held back is sent after `show`.
     */
    readonly showOnlyWhile: (mayShow: () => boolean) => Effect.Effect<void>
    readonly show: Effect.Effect<void>
    /** Ends all streams because the server stops, those too that are opened from now on. */
    readonly drain: Effect.Effect<void>
  }
>()("strategy/live/Broadcaster") {
  static readonly defaults: BroadcasterOptions = {
    maxStreams: 20_000,
    maxStreamsPerUser: 20,
    reach: 10_000,
    lagFrames: 1_000,
    lagBytes: 1_048_576
  }

  static readonly layerWith = (options: Partial<BroadcasterOptions>) => {
    const { reach, ...bounds } = { ...Broadcaster.defaults, ...options }
    return Layer.effect(
      Broadcaster,
      Effect.gen(function* () {
        const { ring, news, atHead, beginning, hear } = yield* RecentFrames.make(reach)

        let draining = false
        let mayShow = () => true

        const metrics = yield* StreamMetrics.make
        const streams = new OpenStreams(bounds, metrics, yield* Random.Random)

        yield* news.await.pipe(
          Effect.andThen(Effect.sync(() => news.closeUnsafe())),
          Effect.andThen(
            Effect.suspend(() =>
              streams.inTurns(
                (stream) => streams.update(stream),
                () => mayShow()
              )
            )
          ),
          Effect.forever,
          Effect.forkScoped
        )

        yield* Effect.gen(function* () {
          for (let second = 0; ; second++) {
            yield* streams.someone.await
            yield* Effect.sleep("1 second")
            yield* streams.inTurns((stream) => {
              if (stream.beat === second % heartbeatPeriod) stream.client.say(Frames.heartbeat)
            })
          }
        }).pipe(Effect.forkScoped)

        const begin = ({ subscriber, sink }: Opening, beginning: RecentFrames.Beginning): void => {
          // Between the look into the ring and this others may have had their turn.
          const isThere = beginning.after >= ring.coveredFrom
          const { after, id, from } = isThere ? beginning : atHead("reset")
          const client = new Client(subscriber, sink, ring, ring.positionAfter(after), () => mayShow())
          const stream = streams.add(client, sink)
          if (from !== null) metrics.resumed(from)
          client.say(Frames.ready(id, ring.head, streams.retryMs("lost")))
          if (from === "reset") client.say(Frames.reset(id, ring.head))
          if (draining) streams.finish(stream, "shutdown")
          else if (mayShow()) client.flush()
        }

        const open = Effect.fnUntraced(function* (opening: Opening) {
          const { subscriber, lastEventId, sink } = opening
          const { userId } = subscriber
          const refusal = streams.takePlace(userId)
          if (refusal !== undefined) return streams.refuse(sink, refusal)
          hear()
          yield* beginning(lastEventId).pipe(
            Effect.onExit((exit) =>
              Effect.sync(() => (Exit.isSuccess(exit) ? begin(opening, exit.value) : streams.leavePlace(userId)))
            ),
            Effect.catchTag("StorageError", (error) =>
              Effect.andThen(
                Effect.logWarning("A stream could not be resumed.", error),
                Effect.sync(() => streams.refuse(sink, "server"))
              )
            )
          )
        })

        return Broadcaster.of({
          open,
          occupied: streams.someone.await,
          subscribers: Effect.sync(() => streams.all.map(({ client }) => client.subscriber)),
          end: (matches) =>
            Effect.sync(() => {
              for (const stream of streams.all) if (matches(stream.client.subscriber)) streams.finish(stream, "session")
            }),
          showOnlyWhile: (predicate) =>
            Effect.sync(() => {
              mayShow = predicate
            }),
          show: Effect.sync(() => news.openUnsafe()),
          drain: Effect.sync(() => {
            draining = true
          }).pipe(Effect.andThen(Effect.suspend(() => streams.inTurns((stream) => streams.finish(stream, "shutdown")))))
        })
      })
    )
  }
}
