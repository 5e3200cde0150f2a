import { now } from "../../Answering.ts"

export interface Reached {
  /** When the last stream was there; milliseconds of the machine's monotonic clock. */
  readonly at: number
  /** Streams that ended before they were. */
  readonly missing: number
}

/** How far each of many streams is, and when all of them have come to where somebody waits for them. */
export class Milestones {
  readonly #positions: Float64Array
  /** The first target each stream has not reached; -1 when it is gone. */
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

  /** Targets are to be asked for in ascending order. */
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

  /** All that are there are at 0 again, and nobody waits. */
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
