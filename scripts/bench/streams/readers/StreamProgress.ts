import { now } from "../../ProtocolServer.ts"

export interface Reached {
  /** When the last stream reached the position, in milliseconds of the machine's monotonic clock. */
  readonly at: number
  /** The number of streams that ended before they reached it. */
  readonly missing: number
}

/** The positions of many streams; tells when all of them have reached a given position. */
export class StreamProgress {
  readonly #positions: Float64Array
  /** The first target that each stream has not reached; -1 if it has ended. */
  readonly #levels: Int32Array
  readonly #targets: Array<{ readonly value: number; left: number; missing: number; resolve: (at: Reached) => void }> =
    []

  constructor(streams: number) {
    this.#positions = new Float64Array(streams)
    this.#levels = new Int32Array(streams)
  }

  position(stream: number): number {
    return this.#positions[stream] ?? 0
  }

  advance(stream: number, position: number): void {
    this.#positions[stream] = position
    let level = this.#levels[stream] ?? -1
    if (level < 0) return
    for (; ; level++) {
      const target = this.#targets[level]
      if (target === undefined || position < target.value) break
      this.#pass(level)
    }
    this.#levels[stream] = level
  }

  leave(stream: number): void {
    const level = this.#levels[stream] ?? -1
    if (level < 0) return
    this.#levels[stream] = -1
    for (let missed = level; missed < this.#targets.length; missed++) {
      const target = this.#targets[missed]
      if (target !== undefined) target.missing += 1
      this.#pass(missed)
    }
  }

  /** Waits until all streams have reached a position. To be called with ascending positions. */
  reach(value: number): Promise<Reached> {
    return new Promise((resolve) => {
      const level = this.#targets.length
      this.#targets.push({ value, left: this.#levels.length, missing: 0, resolve })
      for (let stream = 0; stream < this.#levels.length; stream++) {
        if (this.#levels[stream] === -1) {
          const target = this.#targets[level]
          if (target !== undefined) target.missing += 1
          this.#pass(level)
        } else if (this.#levels[stream] === level) this.advance(stream, this.position(stream))
      }
    })
  }

  /** Sets all open streams to position 0, and drops all targets. */
  restart(): void {
    this.#positions.fill(0)
    this.#targets.length = 0
    for (let stream = 0; stream < this.#levels.length; stream++) {
      if (this.#levels[stream] !== -1) this.#levels[stream] = 0
    }
  }

  #pass(level: number): void {
    const target = this.#targets[level]
    if (target === undefined) return
    target.left -= 1
    if (target.left === 0) target.resolve({ at: now(), missing: target.missing })
  }
}
