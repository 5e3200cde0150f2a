import { Effect } from "effect"
import { empty, type State } from "../../domain/state/State.ts"
import type { Restore } from "../store/Restore.ts"

/** States that are held at once. They share what did not change between them. */
export const maxHeld = 128

/**
 * The earlier states that restores go back to, for a fold that looks back. Those that it has passed are held until their last
 * restore; where there are too many, those that are needed last are looked up then.
 */
export class PassedStates<E = never> {
  readonly #lookUp: (sequenceNumber: number) => Effect.Effect<State, E>
  /** By the sequence number of a restore: what it goes back to. */
  readonly #targets: ReadonlyMap<number, number>
  /** By what they go back to: the sequence numbers of the restores ahead, in order. */
  readonly #ahead: ReadonlyMap<number, Array<number>>
  readonly #held = new Map<number, State>()

  /** `restores` are in order; `lookUp` gives the state right after an event. */
  constructor(restores: ReadonlyArray<Restore>, lookUp: (sequenceNumber: number) => Effect.Effect<State, E>) {
    this.#lookUp = lookUp
    this.#targets = new Map(restores.map(({ sequenceNumber, target }) => [sequenceNumber, target]))
    const ahead = new Map<number, Array<number>>()
    for (const { sequenceNumber, target } of restores) {
      const known = ahead.get(target)
      if (known === undefined) ahead.set(target, [sequenceNumber])
      else known.push(sequenceNumber)
    }
    this.#ahead = ahead
  }

  isRestore(sequenceNumber: number): boolean {
    return this.#targets.has(sequenceNumber)
  }

  /** To be called with the state after each event, in order. */
  pass(state: State): void {
    const { sequenceNumber } = state
    const target = this.#targets.get(sequenceNumber)
    if (target !== undefined && this.#next(target, sequenceNumber) === undefined) this.#held.delete(target)
    if (this.#next(sequenceNumber, sequenceNumber) !== undefined) this.#hold(state)
  }

  /** What an event goes back to; undefined if it is no restore. */
  readonly earlierOf = (sequenceNumber: number): Effect.Effect<State | undefined, E> => {
    const target = this.#targets.get(sequenceNumber)
    if (target === undefined) return Effect.undefined
    if (target === 0) return Effect.succeed(empty)
    const held = this.#held.get(target)
    return held === undefined ? this.#lookUp(target) : Effect.succeed(held)
  }

  /** The first restore to a state after an event. */
  #next(target: number, after: number): number | undefined {
    const restores = this.#ahead.get(target)
    while (restores?.[0] !== undefined && restores[0] <= after) restores.shift()
    return restores?.[0]
  }

  #hold(state: State): void {
    this.#held.set(state.sequenceNumber, state)
    if (this.#held.size <= maxHeld) return
    let [last, lastUse] = [0, 0]
    for (const target of this.#held.keys()) {
      const use = this.#next(target, state.sequenceNumber) ?? 0
      if (use > lastUse) [last, lastUse] = [target, use]
    }
    this.#held.delete(last)
  }
}
