import { Effect } from "effect"
import type { LogPosition } from "../projection/LogPosition.ts"
import { SpeculativeBatch } from "./SpeculativeBatch.ts"
import { OutcomeUnknown, PlannerBusy, WaitedTooLong } from "./SubmitError.ts"
import type { WaitingSubmission } from "./WaitingSubmission.ts"
import type { PlannedBatch } from "./WriteBatch.ts"

export interface SubmissionQueueOptions {
  /** How many submissions may wait; one more is refused. */
  readonly queueCapacity: number
  /** How many submissions are committed together at most. */
  readonly maxBatchSize: number
}

/**
 * The waiting submissions are split between two commits, so that the server can decide one half while the database
 * commits the other. Fewer than this many are not split, because a second commit would cost more than it gains.
 */
const minShare = 32

/** How often deadlines are checked in the time that a submission may wait. */
export const checksPerWait = 10

/** The waiting submissions in order of arrival, some of them decided already, and those that are being committed. */
export class SubmissionQueue {
  readonly #options: SubmissionQueueOptions
  readonly #waiting: Array<WaitingSubmission> = []
  #committing: ReadonlyArray<WaitingSubmission> = []
  #lastBatchSize = 0
  #checks = 0
  /** Wakes the writer immediately, without a turn of the event loop; undefined while the writer is not waiting. */
  #wake: (() => void) | undefined
  #isDecidingSoon = false

  /** Decisions on the first of the waiting submissions. */
  readonly speculative = new SpeculativeBatch()

  /** Succeeds when the next submission arrives. Only for the writer, while the queue is empty. */
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

  /** How many submissions wait, without those that are being committed. */
  get length(): number {
    return this.#waiting.length
  }

  /** How many times deadlines have been checked. */
  get checks(): number {
    return this.#checks
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

  /** Takes the next batch, which is then being committed, with its plan if it has been decided on `shown` already. */
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

  /** The commit of the batch that was taken last has ended. */
  batchDone(): void {
    this.#committing = []
  }

  /** Decides waiting submissions on the position that the commit under way is expected to reach, if it is known. */
  decideAhead(): void {
    for (;;) {
      const decided = this.speculative.length
      const next = decided < this.#options.maxBatchSize ? this.#waiting[decided] : undefined
      if (next === undefined || !this.speculative.decide(next.request)) return
    }
  }

  /**
   * Refuses submissions that are late, and says whether any are left; to be called `checksPerWait` times in the time that one
   * may wait. Those in the queue will not be committed; of those being committed the outcome is unknown. One timer for all,
   * since one for each would cost more than everything else done for it here.
   */
  checkDeadlines(): boolean {
    this.#checks += 1
    const isLate = ({ arrivalCheck }: WaitingSubmission) => this.#checks - arrivalCheck >= checksPerWait
    for (const waiting of this.#committing) {
      if (isLate(waiting)) waiting.refuse(new OutcomeUnknown({ cause: "The commit takes too long." }))
    }
    const firstInTime = this.#waiting.findIndex((waiting) => !isLate(waiting))
    const expired = this.#waiting.splice(0, firstInTime === -1 ? this.#waiting.length : firstInTime)
    if (expired.length > 0) this.speculative.discardDecisions()
    for (const waiting of expired) waiting.refuse(new WaitedTooLong())
    return this.#waiting.length > 0 || this.#committing.length > 0
  }

  /** Decides after this turn of the event loop, because deciding several submissions together is faster. */
  #decideSoon(): void {
    if (this.#isDecidingSoon) return
    this.#isDecidingSoon = true
    setImmediate(() => {
      this.#isDecidingSoon = false
      this.decideAhead()
    })
  }
}
