import type { Identity } from "../domain/Identity.ts"
import type { Ring } from "./Ring.ts"

/** Where a stream's bytes go: a response whose headers are written. No method waits or fails. */
export interface Sink {
  /** Takes the bytes in any case; false: it is full, and calls what `onDrain` was given once it is not. */
  write(bytes: Uint8Array): boolean
  onDrain(drained: () => void): void
  /** Called once, when the connection is closed by whatever side, or was before. */
  onClose(closed: () => void): void
  /** Writes the last bytes and ends the response. */
  end(last: Uint8Array): void
  /** Ends the connection at once. */
  cut(): void
}

export interface Limits {
  /** Frames and bytes that may wait for a client. */
  readonly lagFrames: number
  readonly lagBytes: number
}

/** One stream: a position in the ring. Nothing is kept for it but what its sink has taken and not sent yet. */
export class Client {
  /** Whose stream it is: the claims of the session it was opened with. */
  readonly subscriber: Identity
  readonly #sink: Sink
  readonly #ring: Ring
  /** What was in the ring when it came does not count as lag: it is on its way through the past. */
  readonly #live: number
  #next: number
  #full = false

  /** `mayShow` is asked when the sink can take more, which is at any time. */
  constructor(subscriber: Identity, sink: Sink, ring: Ring, next: number, mayShow: () => boolean) {
    this.subscriber = subscriber
    this.#sink = sink
    this.#ring = ring
    this.#live = ring.end
    this.#next = next
    sink.onDrain(() => {
      this.#full = false
      if (mayShow()) this.flush()
    })
  }

  /** Writes what it has not seen yet, as long as its sink takes it. */
  flush(): void {
    while (!this.#full) {
      const chunk = this.#ring.chunk(this.#next)
      if (chunk === undefined) return
      this.#next = chunk.next
      this.#full = !this.#sink.write(chunk.bytes)
    }
  }

  isTooSlow({ lagFrames, lagBytes }: Limits): boolean {
    if (!this.#ring.holds(this.#next)) return true
    if (!this.#full) return false
    const from = Math.max(this.#next, this.#live)
    return this.#ring.end - from > lagFrames || this.#ring.bytesFrom(from) > lagBytes
  }

  /** Writes what is no frame; left out while the sink is full: what waits there is proof enough of life. */
  say(bytes: Uint8Array): void {
    if (!this.#full) this.#full = !this.#sink.write(bytes)
  }

  /** Ends the stream with these bytes, or at once when they could not be sent. */
  end(last: Uint8Array): void {
    if (this.#full) this.#sink.cut()
    else this.#sink.end(last)
  }

  cut(): void {
    this.#sink.cut()
  }
}
