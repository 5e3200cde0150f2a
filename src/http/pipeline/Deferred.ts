import { Clock, Context, Effect } from "effect"

/** Bytes of a body or of an answer from which on it is deferred. */
export const isLarge = (bytes: number): boolean => bytes > 8 * 1024

/** Nanoseconds of a turn of the event loop that deferred work may begin in. */
const budgetNanos = 2_000_000n

/** `resumed`: it goes on after this call, and is all that this turn of the event loop is to do. */
type Work = () => "resumed" | undefined

/**
 * Work that small requests are not to wait for: large bodies, large answers, refusals of a flood. It is done in the order it
 * came, for a few milliseconds in each turn of the event loop, and at least one piece in each.
 */
export class Deferred {
  readonly #clock: Clock.Clock
  #waiting: Array<Work> = []

  constructor(clock: Clock.Clock) {
    this.#clock = clock
  }

  /** Calls `work`, which must not throw, in a later turn of the event loop. */
  add(work: Work): void {
    this.#waiting.push(work)
    if (this.#waiting.length === 1) setImmediate(() => this.#turn())
  }

  /** Succeeds in a later turn of the event loop, in which nothing else that is deferred begins after it. */
  readonly turn: Effect.Effect<void> = Effect.callback((resume) => {
    let isWanted = true
    this.add(() => {
      if (!isWanted) return undefined
      resume(Effect.void)
      return "resumed"
    })
    return Effect.sync(() => {
      isWanted = false
    })
  })

  #turn(): void {
    const end = this.#clock.monotonicTimeNanosUnsafe() + budgetNanos
    let done = 0
    for (const work of this.#waiting) {
      done++
      if (work() === "resumed" || this.#clock.monotonicTimeNanosUnsafe() > end) break
    }
    // What was added meanwhile found others waiting, and stands behind them.
    this.#waiting = this.#waiting.slice(done)
    if (this.#waiting.length > 0) setImmediate(() => this.#turn())
  }
}

/** What this process defers: there is one event loop. */
export const DeferredWork = Context.Reference("strategy/http/Deferred", {
  defaultValue: () => new Deferred(Clock.Clock.defaultValue())
})
