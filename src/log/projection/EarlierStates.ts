import { Effect } from "effect"
import type { Past } from "../../domain/events/Past.ts"
import { isWhole, withParts } from "../../domain/events/RestoredPart.ts"
import type { State } from "../../domain/state/State.ts"
import type { EncodedState } from "../store/Checkpoint.ts"
import type { Restore } from "../store/Restore.ts"
import * as CheckpointCodec from "./CheckpointCodec.ts"
import type { StateMemory } from "./RememberingFold.ts"

/** More whole states are encoded. As it is, a state takes as much memory as the present one once nothing is shared with others. */
export const maxWholeStates = 1

/**
 * The earlier states that restores go back to, remembered while a log is folded, each until the last of its restores. Of a state
 * that is not restored whole only the restored teams are remembered.
 */
export class EarlierStates<E = never> implements StateMemory {
  readonly #restores: ReadonlyArray<Restore>
  readonly #byTarget: ReadonlyMap<number, ReadonlyArray<Restore>>
  readonly #targets: ReadonlyMap<number, number>
  readonly #start: number
  readonly #stateBefore: (sequenceNumber: number) => Effect.Effect<State, E>
  readonly #held = new Map<number, State>()
  /** The sequence numbers of the held states that are whole. */
  readonly #whole = new Set<number>()
  readonly #encoded = new Map<number, EncodedState>()
  #passedRestores = 0

  readonly past: Past = (sequenceNumber) => this.#held.get(sequenceNumber)

  /** `restores` are those after `start`, in order; `stateBefore` looks up a state before it. */
  constructor(
    restores: ReadonlyArray<Restore>,
    start: State,
    stateBefore: (sequenceNumber: number) => Effect.Effect<State, E>
  ) {
    this.#restores = restores
    this.#byTarget = Map.groupBy(restores, ({ target }) => target)
    this.#targets = new Map(restores.map(({ sequenceNumber, target }) => [sequenceNumber, target]))
    this.#start = start.sequenceNumber
    this.#stateBefore = stateBefore
    this.remember(start)
  }

  /** Whether an event can be folded without `prepare` once the events before it are folded. */
  isReady(sequenceNumber: number): boolean {
    const target = this.#targets.get(sequenceNumber)
    if (target === undefined || this.#held.has(target)) return true
    return target >= this.#start && !this.#encoded.has(target)
  }

  /** Makes `past` know the state that an event goes back to, if it is a restore. */
  readonly prepare = Effect.fnUntraced({ self: this }, function* (sequenceNumber: number) {
    const target = this.#targets.get(sequenceNumber)
    if (target === undefined || this.isReady(sequenceNumber)) return
    const encoded = this.#encoded.get(target)
    const decoded = encoded && Effect.orDie(CheckpointCodec.decode(target, encoded))
    this.#hold(target, yield* decoded ?? this.#stateBefore(target))
  })

  /** To be called with the state after each folded event. */
  remember(state: State): void {
    if (this.#byTarget.has(state.sequenceNumber)) this.#hold(state.sequenceNumber, state)
  }

  /** Forgets the states that no restore after an event goes back to, and encodes whole ones if there are too many. */
  readonly release = Effect.fnUntraced({ self: this }, function* (upTo: number) {
    this.#forget(upTo)
    if (this.#whole.size <= maxWholeStates) return
    const nextRestore = (target: number): number =>
      this.#restoresTo(target).find(({ sequenceNumber }) => sequenceNumber > upTo)?.sequenceNumber ?? 0
    const byNextRestore = [...this.#whole].sort((a, b) => nextRestore(a) - nextRestore(b))
    for (const target of byNextRestore.slice(maxWholeStates)) {
      const state = this.#held.get(target)
      this.#held.delete(target)
      this.#whole.delete(target)
      if (state === undefined || this.#encoded.has(target)) continue
      this.#encoded.set(target, yield* CheckpointCodec.encode(state))
    }
  })

  #hold(target: number, state: State): void {
    const restores = this.#restoresTo(target)
    this.#held.set(target, withParts(state, restores))
    if (restores.some(isWhole)) this.#whole.add(target)
  }

  #restoresTo(target: number): ReadonlyArray<Restore> {
    return this.#byTarget.get(target) ?? []
  }

  #forget(upTo: number): void {
    for (
      let restore = this.#restores[this.#passedRestores];
      restore !== undefined && restore.sequenceNumber <= upTo;
      restore = this.#restores[++this.#passedRestores]
    ) {
      const { target } = restore
      if (this.#restoresTo(target).at(-1) !== restore) continue
      this.#held.delete(target)
      this.#whole.delete(target)
      this.#encoded.delete(target)
    }
  }
}
