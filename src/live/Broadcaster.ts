import { Context, Effect, Exit, Latch, Layer, Random } from "effect"
import { changeNotification } from "../domain/ChangeNotification.ts"
import type { Identity } from "../domain/Identity.ts"
import type { UserId } from "../domain/Ids.ts"
import type { StorageError } from "../domain/StorageError.ts"
import { CatchUp } from "../log/projection/CatchUp.ts"
import { Projector } from "../log/projection/Projector.ts"
import { genesis } from "../log/store/EventHash.ts"
import { EventStore } from "../log/store/EventStore.ts"
import * as Backfill from "./Backfill.ts"
import { Client, type Limits, type Sink } from "./Client.ts"
import * as Frames from "./Frames.ts"
import { idOf, placeOf } from "./Resume.ts"
import { type Frame, Ring } from "./Ring.ts"
import * as SeenLog from "./SeenLog.ts"
import * as StreamMetrics from "./StreamMetrics.ts"

export interface BroadcasterOptions extends Limits {
  /** Streams that may be open, in all and per user. */
  readonly maxStreams: number
  readonly maxStreamsPerUser: number
  /** Events that a client may have missed and still be given, and that are kept in memory. */
  readonly reach: number
}

export interface Opening {
  readonly subscriber: Identity
  /** The `id` of the last frame the client has seen, as it says; null: it begins. */
  readonly lastEventId: string | null
  readonly sink: Sink
}

/** Where a stream begins. */
interface Beginning {
  readonly after: number
  /** The id of this position. */
  readonly id: string
  /** How its client came by it; null for one that begins. */
  readonly from: StreamMetrics.ResumedFrom | null
}

interface Open {
  readonly client: Client
  /** The second, of each `heartbeatPeriod`, at which its heart beats. */
  readonly beat: number
}

/** Bytes written to one client at a time, or somewhat more. */
const chunkSize = 32_768

/** Clients written to before others have their turn. */
const clientsPerSlice = 250

/** Seconds. */
const heartbeatPeriod = 15

/** Milliseconds from, and up to, which clients are told to wait before they come again: not all at once. */
const retries = {
  lost: [1_000, 3_000],
  shutdown: [500, 5_000],
  session: [1_000, 3_000],
  busy: [15_000, 45_000]
} as const

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
    const { maxStreams, maxStreamsPerUser, reach, ...limits } = { ...Broadcaster.defaults, ...options }
    return Layer.effect(
      Broadcaster,
      Effect.gen(function* () {
        const store = yield* EventStore
        const projector = yield* Projector
        const catchUp = yield* CatchUp
        const random = yield* Random.Random
        const { epoch } = yield* store.head

        const streams = new Set<Open>()
        const places = new Map<UserId, number>()
        let taken = 0
        let opened = 0
        let isHeard = false
        let draining = false
        let mayShow = () => true

        const metrics = yield* StreamMetrics.make
        const retry = ([least, most]: readonly [number, number]) =>
          Math.round(least + random.nextDoubleUnsafe() * (most - least))

        const ring = new Ring(0, { capacity: reach, chunkSize })
        const seenLog = SeenLog.make(store, reach)
        let headHash = genesis
        const standAt = (head: number, hash: string): void => {
          headHash = hash
          seenLog.remember(head, hash)
        }
        const news = Latch.makeUnsafe(false)
        const someone = Latch.makeUnsafe(false)
        yield* projector.follow((shown, after) => {
          standAt(after.sequenceNumber, shown.at(-1)?.event.hash ?? headHash)
          // While nobody has ever listened there is nothing to encode; what a first client missed is in the log.
          if (!isHeard) return ring.clear(after.sequenceNumber)
          const frames: Array<Frame> = []
          for (const { event, effects } of shown) {
            const { sequenceNumber, hash } = event
            seenLog.remember(sequenceNumber, hash)
            if (event.status !== "applied") continue
            const notification = changeNotification(event, effects.touched, after)
            frames.push({ sequenceNumber, bytes: Frames.change(idOf(epoch, sequenceNumber, hash), notification) })
          }
          ring.append(frames, after.sequenceNumber)
          if (frames.length > 0) news.openUnsafe()
        })
        const { state, eventHash } = yield* projector.moment
        standAt(state.sequenceNumber, eventHash)
        ring.clear(state.sequenceNumber)

        const atHead = (from: Beginning["from"]): Beginning => ({
          after: ring.head,
          id: idOf(epoch, ring.head, headHash),
          from
        })

        const leave = (userId: UserId): void => {
          taken -= 1
          const left = (places.get(userId) ?? 1) - 1
          if (left === 0) places.delete(userId)
          else places.set(userId, left)
        }

        const close = (stream: Open, reason: StreamMetrics.CloseReason): void => {
          if (!streams.delete(stream)) return
          if (streams.size === 0) someone.closeUnsafe()
          metrics.closed(reason)
          metrics.open(streams.size)
          leave(stream.client.subscriber.userId)
        }

        const finish = (stream: Open, reason: Frames.EndReason): void => {
          stream.client.end(Frames.end(reason, retry(retries[reason])))
          close(stream, reason)
        }

        const update = (stream: Open): void => {
          if (!streams.has(stream)) return
          stream.client.flush()
          if (!stream.client.isTooSlow(limits)) return
          stream.client.cut()
          close(stream, "slow")
        }

        /** One after the other in turns, so that ten thousand streams leave room for requests between them. */
        const inTurns = Effect.fnUntraced(function* (work: (stream: Open) => void, goesOn = () => true) {
          const all = [...streams]
          for (let at = 0; at < all.length && goesOn(); at += clientsPerSlice) {
            for (const stream of all.slice(at, at + clientsPerSlice)) work(stream)
            yield* Effect.yieldNow
          }
        })

        yield* news.await.pipe(
          Effect.andThen(Effect.sync(() => news.closeUnsafe())),
          Effect.andThen(inTurns(update, () => mayShow())),
          Effect.forever,
          Effect.forkScoped
        )

        yield* Effect.gen(function* () {
          for (let second = 0; ; second++) {
            yield* someone.await
            yield* Effect.sleep("1 second")
            yield* inTurns((stream) => {
              if (stream.beat === second % heartbeatPeriod) stream.client.say(Frames.heartbeat)
            })
          }
        }).pipe(Effect.forkScoped)

        const extend = Backfill.make(ring, reach, epoch, store, projector)

        const beginning = Effect.fnUntraced(function* (
          lastEventId: string | null
        ): Effect.fn.Return<Beginning, StorageError> {
          if (lastEventId === null) return atHead(null)
          const place = placeOf(epoch, lastEventId)
          if (place === undefined) return atHead("reset")
          const { sequenceNumber: after } = place
          // Another server may have shown it what this one has not read yet.
          if (after > ring.head) yield* catchUp.run
          if (after > ring.head || ring.head - after > reach) return atHead("reset")
          if (!(yield* seenLog.includes(place))) return atHead("reset")
          if (after >= ring.coveredFrom) return { after, id: lastEventId, from: "ring" }
          yield* extend(after)
          return after >= ring.coveredFrom ? { after, id: lastEventId, from: "log" } : atHead("reset")
        })

        const refuse = (sink: Sink, scope: Frames.BusyScope): void => {
          sink.end(Frames.busy(scope, retry(retries.busy)))
          metrics.closed(scope === "user" ? "busy_user" : "busy_server")
        }

        const begin = ({ subscriber, sink }: Opening, beginning: Beginning): void => {
          // Between the look into the ring and this others may have had their turn.
          const isThere = beginning.after >= ring.coveredFrom
          const { after, id, from } = isThere ? beginning : atHead("reset")
          const client = new Client(subscriber, sink, ring, ring.positionAfter(after), () => mayShow())
          const stream = { client, beat: opened % heartbeatPeriod }
          opened += 1
          streams.add(stream)
          someone.openUnsafe()
          metrics.open(streams.size)
          if (from !== null) metrics.resumed(from)
          sink.onClose(() => close(stream, "left"))
          client.say(Frames.ready(id, ring.head, retry(retries.lost)))
          if (from === "reset") client.say(Frames.reset(id, ring.head))
          if (draining) finish(stream, "shutdown")
          else if (mayShow()) client.flush()
        }

        const open = Effect.fnUntraced(function* (opening: Opening) {
          const { subscriber, lastEventId, sink } = opening
          const { userId } = subscriber
          const ofUser = places.get(userId) ?? 0
          if (taken >= maxStreams) return refuse(sink, "server")
          if (ofUser >= maxStreamsPerUser) return refuse(sink, "user")
          isHeard = true
          taken += 1
          places.set(userId, ofUser + 1)
          yield* beginning(lastEventId).pipe(
            Effect.onExit((exit) =>
              Effect.sync(() => (Exit.isSuccess(exit) ? begin(opening, exit.value) : leave(userId)))
            ),
            Effect.catchTag("StorageError", (error) =>
              Effect.andThen(
                Effect.logWarning("A stream could not be resumed.", error),
                Effect.sync(() => refuse(sink, "server"))
              )
            )
          )
        })

        return Broadcaster.of({
          open,
          occupied: someone.await,
          subscribers: Effect.sync(() => Array.from(streams, ({ client }) => client.subscriber)),
          end: (matches) =>
            Effect.sync(() => {
              for (const stream of [...streams]) if (matches(stream.client.subscriber)) finish(stream, "session")
            }),
          showOnlyWhile: (predicate) =>
            Effect.sync(() => {
              mayShow = predicate
            }),
          show: Effect.sync(() => news.openUnsafe()),
          drain: Effect.sync(() => {
            draining = true
          }).pipe(Effect.andThen(inTurns((stream) => finish(stream, "shutdown"))))
        })
      })
    )
  }
}
