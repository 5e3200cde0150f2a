import type { Effects } from "../../domain/Event.ts"
import { empty, type State } from "../../domain/state/State.ts"
import { type ChainedEvent, genesis } from "../store/EventHash.ts"

/** The strategy right after an event, with that event's hash. */
export interface LogPosition {
  readonly state: State
  readonly eventHash: string
}

export const beginning: LogPosition = { state: empty, eventHash: genesis }

/** An event that is durably in the log, with what it did. */
export interface Committed {
  readonly event: ChainedEvent
  readonly effects: Effects
}

/** Events folded onto a moment: the new one, and each event with its effects. */
export interface Projection {
  readonly moment: LogPosition
  readonly committed: ReadonlyArray<Committed>
}
