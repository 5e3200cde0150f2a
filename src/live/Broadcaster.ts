import { Context, Effect, Exit, type Latch, Layer, Random } from "effect"
import type { Identity } from "../domain/Identity.ts"
import * as Frames from "./Frames.ts"
import { OpenStreams, type OpenStreamsOptions } from "./OpenStreams.ts"
import * as RecentFrames from "./RecentFrames.ts"
import { StreamClient, type Subscription } from "./StreamClient.ts"
import * as StreamMetrics from "./StreamMetrics.ts"

export interface BroadcasterOptions extends OpenStreamsOptions {
  /** How many events a client may have missed and still resume, and how many frames are kept in memory. */
  readonly maxMissedEvents: number
}

interface StreamRequest extends Subscription {
  /** The `Last-Event-ID` that the client sent; null for a client that starts anew. */
  readonly lastEventId: string | null
}

const sendNewFrames = (newFrames: Latch.Latch, streams: OpenStreams) =>
  newFrames.await.pipe(
    Effect.andThen(Effect.sync(() => newFrames.closeUnsafe())),
    Effect.andThen(Effect.suspend(() => streams.forEachInTurns((stream) => streams.update(stream)))),
    Effect.forever
  )

/** Hands every applied event to every open stream: once, in order, or with a `reset`. */
export class Broadcaster extends Context.Service<
  Broadcaster,
  {
    /**
     * Starts a stream, or refuses it with `busy`. Frames are written to the sink until it is closed, or until the
     * session or the server ends or the reader is too slow. When interrupted before it has found where to start, it
     * leaves the sink untouched.
     */
    readonly openStream: (request: StreamRequest) => Effect.Effect<void>
    /** Waits until at least one stream is open, so that periodic work for streams can pause while there is none. */
    readonly awaitStream: Effect.Effect<void>
    /** Whose streams are open. */
    readonly subscribers: Effect.Effect<ReadonlyArray<Identity>>
    /** Ends the matching streams with the reason `session`. */
    readonly endStreams: (matches: (subscriber: Identity) => boolean) => Effect.Effect<void>
    /**
     * Sends a stream events only while `maySend` holds for its subscriber. It is called before each send and must be
     * quick: whether the stream's session has ended may be unknown for a while. Events that were held back are sent
     * after `sendHeldBack`.
     */
    readonly sendOnlyWhile: (maySend: (subscriber: Identity) => boolean) => Effect.Effect<void>
    readonly sendHeldBack: Effect.Effect<void>
    /** Ends all streams with the reason `shutdown`, including those opened from now on. */
    readonly drain: Effect.Effect<void>
  }
>()("strategy/live/Broadcaster") {
  static readonly defaults: BroadcasterOptions = {
    maxStreams: 20_000,
    maxStreamsPerUser: 20,
    maxMissedEvents: 10_000,
    maxLagFrames: 1_000,
    maxLagBytes: 1_048_576
  }

  static readonly layerWith = (options: Partial<BroadcasterOptions>) => {
    const { maxMissedEvents, ...bounds } = { ...Broadcaster.defaults, ...options }
    return Layer.effect(
      Broadcaster,
      Effect.gen(function* () {
        const { ring, newFrames, startAtHead, startAfter, startMakingFrames } =
          yield* RecentFrames.make(maxMissedEvents)

        let draining = false
        let maySend = (_subscriber: Identity) => true

        const metrics = yield* StreamMetrics.make
        const streams = new OpenStreams(bounds, metrics, yield* Random.Random)

        yield* Effect.forkScoped(sendNewFrames(newFrames, streams))
        yield* Effect.forkScoped(streams.sendHeartbeats)

        const begin = (request: StreamRequest, wanted: RecentFrames.StreamStart): void => {
          // Frames may have been dropped from the ring since `wanted` was found.
          const isThere = wanted.after >= ring.coveredFrom
          const { after, id, from } = isThere ? wanted : startAtHead("reset")
          const client = new StreamClient(request, ring, ring.positionAfter(after), () => maySend(request.subscriber))
          streams.add(client, request.sink)
          if (from !== null) metrics.resumed(from)
          client.writeUnlessFull(Frames.ready(id, ring.head, streams.retryMs("lost")))
          if (from === "reset") client.writeUnlessFull(Frames.reset(id, ring.head))
          if (draining) streams.endStream(client, "shutdown")
          else client.flush()
        }

        const openStream = Effect.fnUntraced(function* (request: StreamRequest) {
          const { lastEventId, sink, withViews = false } = request
          const { userId } = request.subscriber
          const refusal = streams.reservePlace(userId)
          if (refusal !== undefined) return streams.refuse(sink, refusal)
          startMakingFrames(withViews)
          yield* startAfter(lastEventId).pipe(
            Effect.onExit((exit) =>
              Effect.sync(() => (Exit.isSuccess(exit) ? begin(request, exit.value) : streams.releasePlace(userId)))
            ),
            Effect.catchTag("StorageError", (error) =>
              Effect.andThen(
                Effect.logWarning("A stream could not be resumed.", error),
                Effect.sync(() => streams.refuse(sink, "server"))
              )
            )
          )
        })

        const endStreams: Broadcaster["Service"]["endStreams"] = (matches) =>
          Effect.sync(() => {
            for (const stream of streams.all) if (matches(stream.subscriber)) streams.endStream(stream, "session")
          })

        const drain = Effect.suspend(() => {
          draining = true
          return streams.forEachInTurns((stream) => streams.endStream(stream, "shutdown"))
        })

        return Broadcaster.of({
          openStream,
          awaitStream: streams.hasStreams.await,
          subscribers: Effect.sync(() => streams.all.map(({ subscriber }) => subscriber)),
          endStreams,
          sendOnlyWhile: (predicate) =>
            Effect.sync(() => {
              maySend = predicate
            }),
          sendHeldBack: Effect.sync(() => newFrames.openUnsafe()),
          drain
        })
      })
    )
  }
}
