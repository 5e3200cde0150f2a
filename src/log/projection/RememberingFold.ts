import { type Evolution, evolve } from "../../domain/Evolve.ts"
import { type Past, restoreTarget } from "../../domain/events/Past.ts"
import type { State } from "../../domain/state/State.ts"
import type { ChainedFoldedEvent } from "../store/EventHash.ts"
import type { LogPosition } from "./LogPosition.ts"

/** Folds a few events in log order and remembers the states, which restores among them may go back to. */
export class RememberingFold {
  #position: LogPosition
  readonly #states = new Map<number, State>()

  /** Looks up the remembered states, then those from before the start. */
  readonly past: Past

  /** `earlier` looks up states from before `start`. */
  constructor(start: LogPosition, earlier: Past) {
    this.#position = start
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

  /** Continues from a position that the caller has folded. */
  moveTo(position: LogPosition): void {
    this.#position = position
    this.#states.set(position.state.sequenceNumber, position.state)
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
