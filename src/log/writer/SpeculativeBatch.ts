import { Option } from "effect"
import { noPast, restoreTarget } from "../../domain/events/Past.ts"
import type { LogPosition } from "../projection/LogPosition.ts"
import { assemble, type Decided, decideOn, nameOf, type PlannedBatch, type Request } from "./Batch.ts"

const isSame = (one: LogPosition, other: LogPosition): boolean =>
  one.eventHash === other.eventHash && one.state.sequenceNumber === other.state.sequenceNumber

const keysOf = (decisions: ReadonlyArray<Decided>): Set<string> =>
  new Set(decisions.flatMap(({ kept }) => (kept === null ? [] : [nameOf(kept)])))

/** Should a decision ever throw, it is left to the commit, which tells who waits for it. */
const attempt = Option.liftThrowable(decideOn)

/**
 * Decisions on requests that wait for the commit under way, made as they come on what it is to lead to: when it ends so,
 * the next batch is ready. When it ends otherwise, they are forgotten.
 */
export class SpeculativeBatch {
  /** What the first decision was made on; undefined while nobody knows where a commit leads. */
  #from: LogPosition | undefined
  #decisions: Array<Decided> = []
  /** Idempotency keys of the decisions. */
  #keys = new Set<string>()

  /** How many of those who wait are decided: the first ones. */
  get length(): number {
    return this.#decisions.length
  }

  /** A commit is under way that leads to that moment; nothing is decided on it yet. */
  restart(from: LogPosition | undefined): void {
    this.#from = from
    this.#decisions = []
    this.#keys.clear()
  }

  /**
   * Decides the one who waits after those that are decided, and says whether it did. Not decided is a restore, which may
   * go back to a state that is only known when it is in the log, and whose key another one waits under.
   */
  decide(request: Request): boolean {
    const tip = this.#decisions.at(-1)?.after ?? this.#from
    if (tip === undefined || restoreTarget(request.submission) !== null) return false
    const decision = Option.getOrUndefined(attempt(tip, request, noPast))
    if (decision === undefined) return false
    if (decision.kept !== null) {
      const key = nameOf(decision.kept)
      if (this.#keys.has(key)) return false
      this.#keys.add(key)
    }
    this.#decisions.push(decision)
    return true
  }

  /** No commit is under way, and the log is at that moment: what was decided on another is forgotten. */
  goOn(from: LogPosition): void {
    if (this.#from === undefined || !isSame(this.#from, from)) this.restart(from)
  }

  /** Those who wait are not the same any more: all are decided anew on what the commit under way is to lead to. */
  forget(): void {
    this.restart(this.#from)
  }

  /** At most so many, the first ones, as a batch, which is then under way; undefined if none is decided. */
  take(most: number): PlannedBatch | undefined {
    if (this.#from === undefined || this.length === 0) return undefined
    const batch = assemble(this.#from, this.#decisions.splice(0, most))
    this.#from = batch.projection.moment
    if (this.#keys.size > 0) this.#keys = keysOf(this.#decisions)
    return batch
  }
}
