import { type Context, Effect, Latch, type Random } from "effect"
import type { UserId } from "../domain/entities/Ids.ts"
import * as Frames from "./Frames.ts"
import type { LagLimits, Sink, StreamClient } from "./StreamClient.ts"
import type * as StreamMetrics from "./StreamMetrics.ts"

export interface OpenStreamsOptions extends LagLimits {
  /** How many streams may be open, in all and per user. */
  readonly maxStreams: number
  readonly maxStreamsPerUser: number
}

/** Clients written to before the event loop is yielded. */
const clientsPerTurn = 250

const heartbeatInterval = "15 seconds"

/** The shortest and the longest time that clients are told to wait, so that they do not all reconnect at once. */
const retryRangesMs = {
  lost: [1_000, 3_000],
  shutdown: [500, 5_000],
  session: [1_000, 3_000],
  busy: [15_000, 45_000]
} as const

const workInTurns = Effect.fnUntraced(function* (
  streams: ReadonlyArray<StreamClient>,
  work: (stream: StreamClient) => void
) {
  for (let at = 0; at < streams.length; at += clientsPerTurn) {
    for (const stream of streams.slice(at, at + clientsPerTurn)) work(stream)
    yield* Effect.yieldNow
  }
})

/** The open streams, and the places reserved for them and for those that have not found yet where to start. */
export class OpenStreams {
  readonly #options: OpenStreamsOptions
  readonly #metrics: StreamMetrics.StreamCounters
  readonly #random: Context.Service.Shape<typeof Random.Random>
  readonly #streams = new Set<StreamClient>()
  readonly #reservedByUser = new Map<UserId, number>()
  #reserved = 0

  /** Open while at least one stream is. */
  readonly hasStreams = Latch.makeUnsafe(false)

  constructor(
    options: OpenStreamsOptions,
    metrics: StreamMetrics.StreamCounters,
    random: Context.Service.Shape<typeof Random.Random>
  ) {
    this.#options = options
    this.#metrics = metrics
    this.#random = random
  }

  get all(): ReadonlyArray<StreamClient> {
    return [...this.#streams]
  }

  /** A random time in the range for this reason. */
  retryMs(reason: keyof typeof retryRangesMs): number {
    const [minMs, maxMs] = retryRangesMs[reason]
    return Math.round(minMs + this.#random.nextDoubleUnsafe() * (maxMs - minMs))
  }

  /** Reserves a place for one more stream of the user, or says whose limit is reached. */
  reservePlace(userId: UserId): Frames.BusyScope | undefined {
    const ofUser = this.#reservedByUser.get(userId) ?? 0
    if (this.#reserved >= this.#options.maxStreams) return "server"
    if (ofUser >= this.#options.maxStreamsPerUser) return "user"
    this.#reserved += 1
    this.#reservedByUser.set(userId, ofUser + 1)
    return undefined
  }

  releasePlace(userId: UserId): void {
    this.#reserved -= 1
    const left = (this.#reservedByUser.get(userId) ?? 1) - 1
    if (left === 0) this.#reservedByUser.delete(userId)
    else this.#reservedByUser.set(userId, left)
  }

  refuse(sink: Sink, scope: Frames.BusyScope): void {
    sink.end(Frames.busy(scope, this.retryMs("busy")))
    this.#metrics.closed(scope === "user" ? "busy_user" : "busy_server")
  }

  /** Adds a stream for which a place is reserved. */
  add(client: StreamClient, sink: Sink): void {
    this.#streams.add(client)
    this.hasStreams.openUnsafe()
    this.#metrics.open(this.#streams.size)
    sink.onClose(() => this.#close(client, "left"))
  }

  endStream(stream: StreamClient, reason: Frames.EndReason): void {
    stream.end(Frames.end(reason, this.retryMs(reason)))
    this.#close(stream, reason)
  }

  /** Writes new frames to a stream, or closes it when its client reads too slowly. */
  update(stream: StreamClient): void {
    if (!this.#streams.has(stream)) return
    stream.flush()
    if (!stream.isTooSlow(this.#options)) return
    stream.cut()
    this.#close(stream, "slow")
  }

  /** Works through all streams and yields in between, so that ten thousand streams do not hold up requests. */
  forEachInTurns(work: (stream: StreamClient) => void): Effect.Effect<void> {
    return workInTurns(this.all, work)
  }

  /** Gives every open stream a heartbeat in each period, for ever. */
  get sendHeartbeats(): Effect.Effect<never> {
    const beat = Effect.suspend(() => this.forEachInTurns((stream) => stream.writeUnlessFull(Frames.heartbeat)))
    return this.hasStreams.await.pipe(
      Effect.andThen(Effect.sleep(heartbeatInterval)),
      Effect.andThen(beat),
      Effect.forever
    )
  }

  #close(stream: StreamClient, reason: StreamMetrics.CloseReason): void {
    if (!this.#streams.delete(stream)) return
    if (this.#streams.size === 0) this.hasStreams.closeUnsafe()
    this.#metrics.closed(reason)
    this.#metrics.open(this.#streams.size)
    this.releasePlace(stream.subscriber.userId)
  }
}
