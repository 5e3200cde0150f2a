import { type Evolution, evolve } from "../../domain/Evolve.ts"
import { type Past, restoreTarget } from "../../domain/events/Past.ts"
import type { State } from "../../domain/state/State.ts"
import type { ChainedFoldedEvent } from "../store/EventHash.ts"
import type { LogPosition } from "./LogPosition.ts"

/** Folds events in log order and remembers the states that restores among them go back to. */
export class RememberingFold {
  #position: LogPosition
  readonly #states = new Map<number, State>()
  readonly #remembered: (state: State) => State | undefined

  /** Looks up the remembered states, then those from before the start. */
  readonly past: Past

  /**
   * `earlier` looks up states from before `start`. `remembered` gives the part of a state that is to be remembered; without
   * it, every state is.
   */
  constructor(start: LogPosition, earlier: Past, remembered: (state: State) => State | undefined = (state) => state) {
    this.#position = start
    this.#remembered = remembered
    this.past = (sequenceNumber) => this.#states.get(sequenceNumber) ?? earlier(sequenceNumber)
    this.moveTo(start)
  }

  get position(): LogPosition {
    return this.#position
  }

  fold(event: ChainedFoldedEvent): Evolution {
    const evolution = evolve(this.#position.state, event, this.past)
    this.moveTo({ state: evolution.state, eventHash: event.hash })
    return evolution
  }

  /** Ends remembering a state that no later restore goes back to. */
  forget(sequenceNumber: number): void {
    this.#states.delete(sequenceNumber)
  }

  /** Continues from a position that the caller has folded. */
  moveTo(position: LogPosition): void {
    this.#position = position
    const { sequenceNumber } = position.state
    const remembered = this.#remembered(position.state)
    if (remembered !== undefined) this.#states.set(sequenceNumber, remembered)
  }
}

/** The sequence numbers before `start` that restores among these events go back to and that `past` cannot look up. */
export const missingStates = (
  start: LogPosition,
  past: Past,
  events: ReadonlyArray<Parameters<typeof restoreTarget>[0]>
): ReadonlyArray<number> => {
  const targets = new Set(events.map(restoreTarget).filter((target) => target !== null))
  return [...targets].filter((target) => target < start.state.sequenceNumber && past(target) === undefined)
}
