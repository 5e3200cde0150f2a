import { type Evolution, evolve } from "../../domain/Evolve.ts"
import { type Past, restoreTarget } from "../../domain/events/Past.ts"
import type { State } from "../../domain/state/State.ts"
import type { ChainedFold } from "../store/EventHash.ts"
import type { LogPosition } from "./LogPosition.ts"

/** Folds events in log order, and remembers the states that restores among them go back to. */
export class RememberingFold {
  #position: LogPosition
  readonly #states = new Map<number, State>()
  readonly #isRemembered: (sequenceNumber: number) => boolean

  /** The states that were passed, and those that are known of before. */
  readonly past: Past

  /** `earlier` knows the states before the start. Without `isRemembered`, every state that is passed is remembered. */
  constructor(start: LogPosition, earlier: Past, isRemembered: (sequenceNumber: number) => boolean = () => true) {
    this.#position = start
    this.#isRemembered = isRemembered
    this.past = (sequenceNumber) => this.#states.get(sequenceNumber) ?? earlier(sequenceNumber)
    this.goOn(start)
  }

  get position(): LogPosition {
    return this.#position
  }

  fold(event: ChainedFold): Evolution {
    const evolution = evolve(this.#position.state, event, this.past)
    this.goOn({ state: evolution.state, eventHash: event.hash })
    return evolution
  }

  /** Goes on from a position that others have folded. */
  goOn(position: LogPosition): void {
    this.#position = position
    const { state } = position
    if (this.#isRemembered(state.sequenceNumber)) this.#states.set(state.sequenceNumber, state)
  }
}

/** The states before `start` that restores among these go back to and `past` does not know. */
export const missingStates = (
  start: LogPosition,
  past: Past,
  of: ReadonlyArray<Parameters<typeof restoreTarget>[0]>
): ReadonlyArray<number> => {
  const targets = new Set(of.map(restoreTarget).filter((target) => target !== null))
  return [...targets].filter((target) => target < start.state.sequenceNumber && past(target) === undefined)
}
