import { type Evolution, evolve } from "../../domain/Evolve.ts"
import { type Past, restoreTarget } from "../../domain/events/Past.ts"
import type { State } from "../../domain/state/State.ts"
import type { ChainedFoldedEvent } from "../store/EventHash.ts"
import type { LogPosition } from "./LogPosition.ts"

/** Chooses what is remembered of the states that a fold passes, and looks it up for the restores that follow. */
export interface StateMemory {
  readonly past: Past
  readonly remember: (state: State) => void
}

/** Remembers every state, which is for a few events only; `earlier` looks up states from before `start`. */
export const everyState = (start: State, earlier: Past): StateMemory => {
  const states = new Map([[start.sequenceNumber, start]])
  return {
    past: (sequenceNumber) => states.get(sequenceNumber) ?? earlier(sequenceNumber),
    remember: (state) => void states.set(state.sequenceNumber, state)
  }
}

/** Folds events in log order. Restores among them go back to states that `memory` holds. */
export class RememberingFold {
  #position: LogPosition
  readonly #memory: StateMemory

  /** `memory` must know the state of `start` if a restore goes back to it. */
  constructor(start: LogPosition, memory: StateMemory) {
    this.#position = start
    this.#memory = memory
  }

  get position(): LogPosition {
    return this.#position
  }

  get past(): Past {
    return this.#memory.past
  }

  fold(event: ChainedFoldedEvent): Evolution {
    const evolution = evolve(this.#position.state, event, this.#memory.past)
    this.moveTo({ state: evolution.state, eventHash: event.hash })
    return evolution
  }

  /** Continues from a position that the caller has folded. */
  moveTo(position: LogPosition): void {
    this.#position = position
    this.#memory.remember(position.state)
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
