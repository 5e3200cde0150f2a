import type { Clock } from "effect"

/** Bytes of a body or of an answer from which on it is deferred. */
export const isLarge = (bytes: number): boolean => bytes > 8 * 1024

/** Nanoseconds of a turn of the event loop that deferred work may begin in. */
const budgetNanos = 3_000_000n

/**
 * Work that small requests are not to wait for: large bodies, large answers, refusals of a flood. It is done in the order it
 * came, for a few milliseconds in each turn of the event loop, and at least one piece in each.
 */
export class Deferred {
  readonly #clock: Clock.Clock
  #waiting: Array<() => void> = []

  constructor(clock: Clock.Clock) {
    this.#clock = clock
  }

  /** Calls `work`, which must not throw, in a later turn of the event loop. */
  add(work: () => void): void {
    this.#waiting.push(work)
    if (this.#waiting.length === 1) setImmediate(() => this.#turn())
  }

  #turn(): void {
    const end = this.#clock.monotonicTimeNanosUnsafe() + budgetNanos
    let done = 0
    for (const work of this.#waiting) {
      if (done > 0 && this.#clock.monotonicTimeNanosUnsafe() > end) break
      work()
      done++
    }
    // What was added meanwhile found others waiting, and stands behind them.
    this.#waiting = this.#waiting.slice(done)
    if (this.#waiting.length > 0) setImmediate(() => this.#turn())
  }
}
