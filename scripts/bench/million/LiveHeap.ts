import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Effect } from "effect"

/**
 * Collections over a log of any length. V8's own tell nothing of what a task keeps: they leave what was made while they marked,
 * and the more of them there are on a longer log, the larger is the largest that they leave.
 */
const moments = 50

/** Collects all garbage of this process. */
export const collectGarbage = (): (() => void) => {
  setFlagsFromString("--expose-gc")
  return runInNewContext("gc")
}

/** Watches what a task keeps on the heap, at moments between the pages of the log that are spread evenly over it. */
export class LiveHeap {
  readonly #collect = collectGarbage()
  #nextAt = 0
  /** The largest heap without garbage, in bytes. */
  largest = 0

  /** Makes a value, and gives the bytes of heap that it takes. */
  readonly sizeOf = <A, E>(make: Effect.Effect<A, E>) =>
    Effect.gen({ self: this }, function* () {
      const values: Array<A> = []
      const before = this.#used()
      values.push(yield* make)
      const after = this.#used()
      // Whoever reads the array keeps the value until here.
      return values.length * (after - before)
    })

  /** To be called with the number of events that are done, of how many. */
  readonly progress = (done: number, of: number) =>
    Effect.sync(() => {
      if (done < this.#nextAt) return
      this.#nextAt = done + of / moments
      this.largest = Math.max(this.largest, this.#used())
    })

  #used(): number {
    this.#collect()
    return process.memoryUsage().heapUsed
  }
}
