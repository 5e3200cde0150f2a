import { type Context, Effect, Latch, type Random } from "effect"
import type { UserId } from "../domain/entities/Ids.ts"
import type { Client, Limits, Sink } from "./Client.ts"
import * as Frames from "./Frames.ts"
import type * as StreamMetrics from "./StreamMetrics.ts"

export interface Open {
  readonly client: Client
  /** The second, of each `heartbeatPeriod`, at which its heart beats. */
  readonly beat: number
}

export interface OpenStreamsOptions extends Limits {
  /** Streams that may be open, in all and per user. */
  readonly maxStreams: number
  readonly maxStreamsPerUser: number
}

/** Clients written to before others have their turn. */
const clientsPerSlice = 250

/** Seconds. */
export const heartbeatPeriod = 15

/** Milliseconds from, and up to, which clients are told to wait before they come again: not all at once. */
const retries = {
  lost: [1_000, 3_000],
  shutdown: [500, 5_000],
  session: [1_000, 3_000],
  busy: [15_000, 45_000]
} as const

/** The streams that are open, and the places that they take: those too that are still looking for where to begin. */
export class OpenStreams {
  readonly #options: OpenStreamsOptions
  readonly #metrics: StreamMetrics.Made
  readonly #random: Context.Service.Shape<typeof Random.Random>
  readonly #streams = new Set<Open>()
  readonly #places = new Map<UserId, number>()
  #taken = 0
  #opened = 0

  /** Open while a stream is. */
  readonly someone = Latch.makeUnsafe(false)

  constructor(
    options: OpenStreamsOptions,
    metrics: StreamMetrics.Made,
    random: Context.Service.Shape<typeof Random.Random>
  ) {
    this.#options = options
    this.#metrics = metrics
    this.#random = random
  }

  get all(): ReadonlyArray<Open> {
    return [...this.#streams]
  }

  /** Milliseconds that a client is told to wait. */
  retryMs(reason: keyof typeof retries): number {
    const [least, most] = retries[reason]
    return Math.round(least + this.#random.nextDoubleUnsafe() * (most - least))
  }

  /** Takes a place for one of the user's streams, unless all of the user's or all of the server's are taken. */
  takePlace(userId: UserId): Frames.BusyScope | undefined {
    const ofUser = this.#places.get(userId) ?? 0
    if (this.#taken >= this.#options.maxStreams) return "server"
    if (ofUser >= this.#options.maxStreamsPerUser) return "user"
    this.#taken += 1
    this.#places.set(userId, ofUser + 1)
    return undefined
  }

  leavePlace(userId: UserId): void {
    this.#taken -= 1
    const left = (this.#places.get(userId) ?? 1) - 1
    if (left === 0) this.#places.delete(userId)
    else this.#places.set(userId, left)
  }

  refuse(sink: Sink, scope: Frames.BusyScope): void {
    sink.end(Frames.busy(scope, this.retryMs("busy")))
    this.#metrics.closed(scope === "user" ? "busy_user" : "busy_server")
  }

  /** A stream of a client that has a place. */
  add(client: Client, sink: Sink): Open {
    const stream = { client, beat: this.#opened % heartbeatPeriod }
    this.#opened += 1
    this.#streams.add(stream)
    this.someone.openUnsafe()
    this.#metrics.open(this.#streams.size)
    sink.onClose(() => this.#close(stream, "left"))
    return stream
  }

  finish(stream: Open, reason: Frames.EndReason): void {
    stream.client.end(Frames.end(reason, this.retryMs(reason)))
    this.#close(stream, reason)
  }

  /** Sends what is new to it, or cuts it off when it reads too slowly. */
  update(stream: Open): void {
    if (!this.#streams.has(stream)) return
    stream.client.flush()
    if (!stream.client.isTooSlow(this.#options)) return
    stream.client.cut()
    this.#close(stream, "slow")
  }

  /** One after the other in turns, so that ten thousand streams leave room for requests between them. */
  inTurns(work: (stream: Open) => void, goesOn = () => true): Effect.Effect<void> {
    const { all } = this
    return Effect.gen(function* () {
      for (let at = 0; at < all.length && goesOn(); at += clientsPerSlice) {
        for (const stream of all.slice(at, at + clientsPerSlice)) work(stream)
        yield* Effect.yieldNow
      }
    })
  }

  #close(stream: Open, reason: StreamMetrics.CloseReason): void {
    if (!this.#streams.delete(stream)) return
    if (this.#streams.size === 0) this.someone.closeUnsafe()
    this.#metrics.closed(reason)
    this.#metrics.open(this.#streams.size)
    this.leavePlace(stream.client.subscriber.userId)
  }
}
