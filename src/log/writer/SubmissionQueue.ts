import { Effect } from "effect"
import type { LogPosition } from "../projection/LogPosition.ts"
import type { PlannedBatch } from "./Batch.ts"
import { SpeculativeBatch } from "./SpeculativeBatch.ts"
import { OutcomeUnknown, PlannerBusy, WaitedTooLong } from "./SubmitError.ts"
import type { WaitingSubmission } from "./WaitingSubmission.ts"

export interface SubmissionQueueOptions {
  /** Submissions that may wait; one more is refused. */
  readonly queueCapacity: number
  /** The most that are committed together. */
  readonly maxBatchSize: number
}

/**
 * Those who wait are split between the commit under way and the next one, so that neither this server nor the database is
 * idle while the other works; but so many go together, for a commit of its own costs more than it would gain them.
 */
const minShare = 32

/** Submissions in the order in which they came, the first of them decided already, and those that are being committed. */
export class SubmissionQueue {
  readonly #options: SubmissionQueueOptions
  readonly #waiting: Array<WaitingSubmission> = []
  /** The batch that is being committed. */
  #committing: ReadonlyArray<WaitingSubmission> = []
  #lastBatchSize = 0
  /** Wakes the writer at once: a submission that is alone does not wait for a turn of the event loop. */
  #wake: (() => void) | undefined
  #isDecidingSoon = false

  /** Decisions on the first of those who wait. */
  readonly speculative = new SpeculativeBatch()

  /** Succeeds when the next submission comes. For the one writer, while nobody waits. */
  readonly nextArrival = Effect.callback<void>((resume) => {
    this.#wake = () => {
      this.#wake = undefined
      resume(Effect.void)
    }
    return Effect.sync(() => {
      this.#wake = undefined
    })
  })

  constructor(options: SubmissionQueueOptions) {
    this.#options = options
  }

  /** How many wait, not counting those that are being committed. */
  get length(): number {
    return this.#waiting.length
  }

  add(waiting: WaitingSubmission): void {
    if (this.#waiting.length >= this.#options.queueCapacity) {
      waiting.refuse(new PlannerBusy())
      return
    }
    this.#waiting.push(waiting)
    if (this.#wake === undefined) this.#decideSoon()
    else this.#wake()
  }

  /** The next batch, which is then under way, and what it comes to on that position if that is decided already. */
  take(shown: LogPosition): readonly [batch: ReadonlyArray<WaitingSubmission>, ready: PlannedBatch | undefined] {
    this.speculative.alignWith(shown)
    this.decideAhead()
    const half = (this.#waiting.length + this.#lastBatchSize + 1) >> 1
    const share = Math.min(Math.max(half, minShare), this.#options.maxBatchSize)
    const ready = this.speculative.take(share)
    if (ready === undefined) this.speculative.restart(undefined)
    const batch = this.#waiting.splice(0, ready?.answers.length ?? share)
    this.#committing = batch
    this.#lastBatchSize = batch.length
    return [batch, ready]
  }

  /** The batch that was under way is written, or will not be. */
  batchDone(): void {
    this.#committing = []
  }

  /** Decides those who wait on what the commit under way is to lead to, as far as that is known. */
  decideAhead(): void {
    for (;;) {
      const decided = this.speculative.length
      const next = decided < this.#options.maxBatchSize ? this.#waiting[decided] : undefined
      if (next === undefined || !this.speculative.decide(next.request)) return
    }
  }

  /**
   * Refuses those who are late, and says whether anybody is left. Those who wait for their turn come no more; of what is
   * being committed nobody knows yet whether it will be.
   */
  expire(isLate: (waiting: WaitingSubmission) => boolean): boolean {
    for (const waiting of this.#committing) {
      if (isLate(waiting)) waiting.refuse(new OutcomeUnknown({ cause: "The commit takes too long." }))
    }
    const firstInTime = this.#waiting.findIndex((waiting) => !isLate(waiting))
    const expired = this.#waiting.splice(0, firstInTime === -1 ? this.#waiting.length : firstInTime)
    if (expired.length > 0) this.speculative.discardDecisions()
    for (const waiting of expired) waiting.refuse(new WaitedTooLong())
    return this.#waiting.length > 0 || this.#committing.length > 0
  }

  /** When whoever else came in this turn of the event loop is there too: many are decided sooner together. */
  #decideSoon(): void {
    if (this.#isDecidingSoon) return
    this.#isDecidingSoon = true
    setImmediate(() => {
      this.#isDecidingSoon = false
      this.decideAhead()
    })
  }
}
