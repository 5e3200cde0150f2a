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
 * Runs work that small requests must not wait for: large bodies, large responses, refusals of a flood. It runs for a few
 * milliseconds in each turn of the event loop, and at least one piece in each. Callers take turns, so that a flood makes only
 * whoever sends it wait; the work of one caller runs in order of arrival.
 */
export class LowPriorityQueue {
  readonly #clock: Clock.Clock
  /** Work by caller. The caller whose turn it is comes first. */
  readonly #waiting = new Map<string, Array<Work>>()
  #size = 0

  constructor(clock: Clock.Clock) {
    this.#clock = clock
  }

  /** How much of the caller's work waits. */
  waitingOf(caller: string): number {
    return this.#waiting.get(caller)?.length ?? 0
  }

  /** Calls `work`, which must not throw, in a later turn of the event loop. */
  add(caller: string, work: Work): void {
    const own = this.#waiting.get(caller)
    if (own === undefined) this.#waiting.set(caller, [work])
    else own.push(work)
    this.#size += 1
    if (this.#size === 1) setImmediate(() => this.#turn())
  }

  /** Succeeds in a later turn of the event loop, in which no other work of this queue begins after it. */
  turn(caller: string): Effect.Effect<void> {
    return Effect.callback((resume) => {
      let isWanted = true
      this.add(caller, () => {
        if (!isWanted) return undefined
        resume(Effect.void)
        return "resumed"
      })
      return Effect.sync(() => {
        isWanted = false
      })
    })
  }

  #next(): Work | undefined {
    const [first] = this.#waiting
    if (first === undefined) return undefined
    const [caller, own] = first
    const work = own.shift()
    // Moves the caller behind all others.
    this.#waiting.delete(caller)
    if (own.length > 0) this.#waiting.set(caller, own)
    return work
  }

  #turn(): void {
    const end = this.#clock.monotonicTimeNanosUnsafe() + budgetNanos
    const waiting = this.#size
    let done = 0
    while (done < waiting) {
      const work = this.#next()
      done++
      if (work?.() === "resumed" || this.#clock.monotonicTimeNanosUnsafe() > end) break
    }
    // Subtracted only now, so that work which was added meanwhile has not scheduled another turn.
    this.#size -= done
    if (this.#size > 0) setImmediate(() => this.#turn())
  }
}

/** The queue of this process: there is one event loop. */
export const LowPriorityWork = Context.Reference("strategy/http/LowPriorityWork", {
  defaultValue: () => new LowPriorityQueue(Clock.Clock.defaultValue())
})
