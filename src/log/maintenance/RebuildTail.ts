import { evolve } from "../../domain/Evolve.ts"
import { type Past, restoreTarget } from "../../domain/Past.ts"
import type { State } from "../../domain/State.ts"
import type { LogPosition } from "../projection/LogPosition.ts"
import { type Association, associationsOf } from "../store/Association.ts"
import type { ChainedEvent } from "../store/EventHash.ts"
import { broken, type HistoryBroken, linkFault } from "../store/HistoryBroken.ts"
import type { Closing } from "./Generations.ts"

/** The log's last events, folded while its head is held: nothing can be looked up meanwhile. */
export interface Tail extends Closing {
  readonly upTo: number
  /** Earlier states that restores go back to and `past` does not know. Not empty: nothing was folded. */
  readonly missing: ReadonlyArray<number>
  readonly fault: HistoryBroken | null
}

const incomplete = { isComplete: false, upTo: 0, associations: [], missing: [], fault: null }

export const foldTail =
  (start: LogPosition, past: Past) =>
  (events: ReadonlyArray<ChainedEvent>): Tail => {
    let { state, eventHash } = start
    const passed = new Map<number, State>([[state.sequenceNumber, state]])
    const recall: Past = (sequenceNumber) => passed.get(sequenceNumber) ?? past(sequenceNumber)

    const targets = events.flatMap((event) => (event.status === "applied" ? (restoreTarget(event) ?? []) : []))
    const missing = targets.filter((target) => target < state.sequenceNumber && past(target) === undefined)
    if (missing.length > 0) return { ...incomplete, missing }

    const associations: Array<Association> = []
    for (const event of events) {
      const { sequenceNumber } = event
      const fault = linkFault(state.sequenceNumber, eventHash, event)
      if (fault !== undefined) return { ...incomplete, fault: broken(sequenceNumber, fault) }
      const evolution = evolve(state, event, recall)
      associations.push(...associationsOf(sequenceNumber, evolution.effects.touched))
      state = evolution.state
      eventHash = event.hash
      passed.set(sequenceNumber, state)
    }
    return { isComplete: true, upTo: state.sequenceNumber, associations, missing, fault: null }
  }
