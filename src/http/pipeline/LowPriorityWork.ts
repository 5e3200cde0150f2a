import { Clock, Context, Effect } from "effect"

/** Whether a request's body of so many bytes is read with low priority: its JSON takes longer than a small request. */
export const isLargeBody = (bytes: number): boolean => bytes > 8 * 1024

/** Whether a response of so many bytes is sent with low priority. One of 64 KiB takes only a quarter longer than a small one. */
export const isLargeResponse = (bytes: number): boolean => bytes > 96 * 1024

/** Time in a turn of the event loop, from its first piece of work, in which further pieces may begin. */
const budgetNanos = 2_000_000n

/** `resumed` means that the work goes on after the call, and that nothing else is to begin in this turn of the event loop. */
type Work = () => "resumed" | undefined

/**
 * Runs work that small requests must not wait for: large bodies, large responses, refusals of a flood. It runs in order of
 * arrival, for a few milliseconds in each turn of the event loop, and at least one piece in each.
 */
export class LowPriorityQueue {
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

  /** Succeeds in a later turn of the event loop, in which no other work of this queue begins after it. */
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
    // Work that was added meanwhile is at the end: the queue was not empty, so it has not scheduled another turn.
    this.#waiting = this.#waiting.slice(done)
    if (this.#waiting.length > 0) setImmediate(() => this.#turn())
  }
}

/** The queue of this process: there is one event loop. */
export const LowPriorityWork = Context.Reference("strategy/http/LowPriorityWork", {
  defaultValue: () => new LowPriorityQueue(Clock.Clock.defaultValue())
})
