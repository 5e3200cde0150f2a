import type { Identity } from "../domain/Identity.ts"
import type { Ring } from "./Ring.ts"

/** Where a stream's bytes go: a response whose headers are written. No method blocks or fails. */
export interface Sink {
  /** Always takes the bytes. False means that the sink is full, and that it calls back by `onDrain` when it is not. */
  write(bytes: Uint8Array): boolean
  onDrain(drained: () => void): void
  /** Calls back once, when either side closes the connection; immediately if it is closed already. */
  onClose(closed: () => void): void
  /** Writes the last bytes and ends the response. */
  end(last: Uint8Array): void
  /** Closes the connection without sending anything more. */
  cut(): void
}

export interface LagLimits {
  /** How many frames and bytes a client may lag behind. */
  readonly maxLagFrames: number
  readonly maxLagBytes: number
}

/** Whose stream it is and where it goes. */
export interface Subscription {
  /** The identity of the session that the stream is opened with. */
  readonly subscriber: Identity
  readonly sink: Sink
  /** Whether its frames say how the views have changed, where that is known; by default not. */
  readonly withViews?: boolean | undefined
}

/** One stream: a position in the ring. Nothing is buffered for it except what its sink has taken and not sent yet. */
export class StreamClient {
  readonly subscriber: Identity
  readonly #sink: Sink
  readonly #ring: Ring
  readonly #withViews: boolean
  readonly #maySend: () => boolean
  /** Frames before this position were in the ring when the stream started, and do not count as lag. */
  readonly #endAtStart: number
  #next: number
  #full = false

  /** `maySend` is called before frames are written. */
  constructor(subscription: Subscription, ring: Ring, next: number, maySend: () => boolean) {
    const { subscriber, sink, withViews = false } = subscription
    this.subscriber = subscriber
    this.#sink = sink
    this.#ring = ring
    this.#endAtStart = ring.end
    this.#next = next
    this.#withViews = withViews
    this.#maySend = maySend
    sink.onDrain(() => {
      this.#full = false
      this.flush()
    })
  }

  /** Writes the frames that it has not sent yet, until the sink is full; none while they may not be sent. */
  flush(): void {
    if (!this.#maySend()) return
    while (!this.#full) {
      const chunk = this.#ring.chunk(this.#next, this.#withViews)
      if (chunk === undefined) return
      this.#next = chunk.next
      this.#full = !this.#sink.write(chunk.bytes)
    }
  }

  isTooSlow({ maxLagFrames, maxLagBytes }: LagLimits): boolean {
    if (!this.#ring.holds(this.#next)) return true
    if (!this.#full) return false
    const from = Math.max(this.#next, this.#endAtStart)
    return this.#ring.end - from > maxLagFrames || this.#ring.bytesFrom(from) > maxLagBytes
  }

  /** Writes bytes that are not a frame, such as a heartbeat. A full sink does not need them and is left alone. */
  writeUnlessFull(bytes: Uint8Array): void {
    if (!this.#full) this.#full = !this.#sink.write(bytes)
  }

  /** Ends the stream with these bytes, or without them when the sink is full. */
  end(last: Uint8Array): void {
    if (this.#full) this.#sink.cut()
    else this.#sink.end(last)
  }

  cut(): void {
    this.#sink.cut()
  }
}
