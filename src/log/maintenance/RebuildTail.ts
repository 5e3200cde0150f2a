import { evolve } from "../../domain/Evolve.ts"
import type { LogPosition } from "../projection/LogPosition.ts"
import { type Association, associationsOf } from "../store/Association.ts"
import type { EventWithEffect } from "../store/EventHash.ts"
import { chainFault, type HistoryBroken, historyBroken } from "../store/HistoryBroken.ts"
import type { Completion } from "./Generations.ts"

/** The log's last events, folded while its head is locked. */
interface FoldedTail extends Completion {
  readonly upTo: number
  readonly fault: HistoryBroken | null
}

export const foldTail =
  (start: LogPosition) =>
  (events: ReadonlyArray<EventWithEffect>): FoldedTail => {
    let { state, eventHash } = start
    const associations: Array<Association> = []
    for (const event of events) {
      const { sequenceNumber } = event
      const fault = chainFault(state.sequenceNumber, eventHash, event)
      if (fault !== undefined) {
        return { isComplete: false, upTo: 0, associations: [], fault: historyBroken(sequenceNumber, fault) }
      }
      const { state: after, effects } = evolve(state, event)
      associations.push(...associationsOf(sequenceNumber, effects.touched))
      ;[state, eventHash] = [after, event.hash]
    }
    return { isComplete: true, upTo: state.sequenceNumber, associations, fault: null }
  }
