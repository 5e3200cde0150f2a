import { Option } from "effect"
import { noPast, restoreTarget } from "../../domain/events/Past.ts"
import type { LogPosition } from "../projection/LogPosition.ts"
import {
  assembleBatch,
  type DecidedRequest,
  decideRequest,
  outcomeKeyText,
  type PlannedBatch,
  type SubmissionRequest
} from "./Batch.ts"

const isSamePosition = (one: LogPosition, other: LogPosition): boolean =>
  one.eventHash === other.eventHash && one.state.sequenceNumber === other.state.sequenceNumber

const keysOf = (decisions: ReadonlyArray<DecidedRequest>): Set<string> =>
  new Set(decisions.flatMap(({ keyedOutcome }) => (keyedOutcome === null ? [] : [outcomeKeyText(keyedOutcome)])))

/** Should a decision ever throw, it is left to the commit, which tells who waits for it. */
const tryDecide = Option.liftThrowable(decideRequest)

/**
 * Decisions on requests that wait for the commit under way, made as they come on what it is to lead to: when it ends so,
 * the next batch is ready. When it ends otherwise, they are forgotten.
 */
export class SpeculativeBatch {
  /** What the first decision was made on; undefined while nobody knows where a commit leads. */
  #base: LogPosition | undefined
  #decisions: Array<DecidedRequest> = []
  /** Idempotency keys of the decisions. */
  #keys = new Set<string>()

  /** How many of those who wait are decided: the first ones. */
  get length(): number {
    return this.#decisions.length
  }

  /** A commit is under way that leads to that moment; nothing is decided on it yet. */
  restart(base: LogPosition | undefined): void {
    this.#base = base
    this.#decisions = []
    this.#keys.clear()
  }

  /**
   * Decides the one who waits after those that are decided, and says whether it did. Not decided is a restore, which may
   * go back to a state that is only known when it is in the log, and whose key another one waits under.
   */
  decide(request: SubmissionRequest): boolean {
    const base = this.#decisions.at(-1)?.after ?? this.#base
    if (base === undefined || restoreTarget(request.submission) !== null) return false
    const decision = Option.getOrUndefined(tryDecide(base, request, noPast))
    if (decision === undefined) return false
    if (decision.keyedOutcome !== null) {
      const key = outcomeKeyText(decision.keyedOutcome)
      if (this.#keys.has(key)) return false
      this.#keys.add(key)
    }
    this.#decisions.push(decision)
    return true
  }

  /** No commit is under way, and the log is at that moment: what was decided on another is forgotten. */
  alignWith(shown: LogPosition): void {
    if (this.#base === undefined || !isSamePosition(this.#base, shown)) this.restart(shown)
  }

  /** Those who wait are not the same any more: all are decided anew on what the commit under way is to lead to. */
  discardDecisions(): void {
    this.restart(this.#base)
  }

  /** At most so many, the first ones, as a batch, which is then under way; undefined if none is decided. */
  take(maxSize: number): PlannedBatch | undefined {
    if (this.#base === undefined || this.length === 0) return undefined
    const batch = assembleBatch(this.#base, this.#decisions.splice(0, maxSize))
    this.#base = batch.projection.position
    if (this.#keys.size > 0) this.#keys = keysOf(this.#decisions)
    return batch
  }
}
