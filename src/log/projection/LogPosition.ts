import type { Effects } from "../../domain/Event.ts"
import type { Origin } from "../../domain/Provenance.ts"
import { empty, type State } from "../../domain/state/State.ts"
import { type ChainedEvent, initialHash } from "../store/EventHash.ts"

/** The state right after an event, with that event's hash. */
export interface LogPosition {
  readonly state: State
  readonly eventHash: string
}

export const startOfLog: LogPosition = { state: empty, eventHash: initialHash }

/** An event that is durably in the log, with its effects. */
export interface Committed {
  readonly event: ChainedEvent
  readonly effects: Effects
  /** The state right after it. */
  readonly state: State
  /** How it came about. */
  readonly origin: Origin
}

/** The position after folding some events, and those events with their effects. */
export interface Projection {
  readonly position: LogPosition
  readonly committed: ReadonlyArray<Committed>
}
