import { Option } from "effect"
import type { LogPosition } from "../projection/LogPosition.ts"
import { outcomeKeyText } from "../store/EventStore.ts"
import {
  assembleBatch,
  type DecidedRequest,
  decideRequest,
  type PlannedBatch,
  type SubmissionRequest
} from "./WriteBatch.ts"

const isSamePosition = (one: LogPosition, other: LogPosition): boolean =>
  one.eventHash === other.eventHash && one.state.sequenceNumber === other.state.sequenceNumber

const keysOf = (decisions: ReadonlyArray<DecidedRequest>): Set<string> =>
  new Set(decisions.flatMap(({ keyedOutcome }) => (keyedOutcome === null ? [] : [outcomeKeyText(keyedOutcome)])))

/** None if the decision throws; the commit then decides again and reports the defect to the caller. */
const tryDecide = Option.liftThrowable(decideRequest)

/**
 * Decisions on waiting requests, made while a commit is under way on the position that it is expected to reach. When
 * the commit reaches it, the next batch is ready; otherwise the decisions are discarded.
 */
export class SpeculativeBatch {
  /** The position of the first decision; undefined while it is not known where the commit leads. */
  #base: LogPosition | undefined
  #decisions: Array<DecidedRequest> = []
  /** The idempotency keys of the decided requests. */
  #keys = new Set<string>()

  /** How many of the waiting requests are decided, from the first one on. */
  get length(): number {
    return this.#decisions.length
  }

  /** Discards all decisions. From now on requests are decided on `base`. */
  restart(base: LogPosition | undefined): void {
    this.#base = base
    this.#decisions = []
    this.#keys.clear()
  }

  /** Decides the next waiting request and says whether it did. It does not decide a request whose key a decided one has. */
  decide(request: SubmissionRequest): boolean {
    const base = this.#decisions.at(-1)?.after ?? this.#base
    if (base === undefined) return false
    const decision = Option.getOrUndefined(tryDecide(base, request))
    if (decision === undefined) return false
    if (decision.keyedOutcome !== null) {
      const key = outcomeKeyText(decision.keyedOutcome)
      if (this.#keys.has(key)) return false
      this.#keys.add(key)
    }
    this.#decisions.push(decision)
    return true
  }

  /** No commit is under way and the log is at `shown`. Decisions that were made on another position are discarded. */
  alignWith(shown: LogPosition): void {
    if (this.#base === undefined || !isSamePosition(this.#base, shown)) this.restart(shown)
  }

  /** Discards all decisions because the waiting requests have changed. */
  discardDecisions(): void {
    this.restart(this.#base)
  }

  /** Takes the first decisions as a batch, which is then to be committed; undefined if none are made. */
  take(maxSize: number): PlannedBatch | undefined {
    if (this.#base === undefined || this.length === 0) return undefined
    const batch = assembleBatch(this.#base, this.#decisions.splice(0, maxSize))
    this.#base = batch.projection.position
    if (this.#keys.size > 0) this.#keys = keysOf(this.#decisions)
    return batch
  }
}
