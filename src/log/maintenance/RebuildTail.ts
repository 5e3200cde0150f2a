import type { Past } from "../../domain/events/Past.ts"
import type { LogPosition } from "../projection/LogPosition.ts"
import { everyState, missingStates, RememberingFold } from "../projection/RememberingFold.ts"
import { type Association, associationsOf } from "../store/Association.ts"
import type { ChainedEvent } from "../store/EventHash.ts"
import { chainFault, type HistoryBroken, historyBroken } from "../store/HistoryBroken.ts"
import type { Completion } from "./Generations.ts"

/** The log's last events, folded while its head is locked. No states can be looked up meanwhile. */
export interface FoldedTail extends Completion {
  readonly upTo: number
  /** Sequence numbers of earlier states that `past` could not look up. When not empty, nothing was folded. */
  readonly missing: ReadonlyArray<number>
  readonly fault: HistoryBroken | null
}

const incomplete = { isComplete: false, upTo: 0, associations: [], missing: [], fault: null }

export const foldTail =
  (start: LogPosition, past: Past) =>
  (events: ReadonlyArray<ChainedEvent>): FoldedTail => {
    const applied = events.filter(({ status }) => status === "applied")
    const missing = missingStates(start, past, applied)
    if (missing.length > 0) return { ...incomplete, missing }

    const fold = new RememberingFold(start, everyState(start.state, past))
    const associations: Array<Association> = []
    for (const event of events) {
      const { sequenceNumber } = event
      const { state, eventHash } = fold.position
      const fault = chainFault(state.sequenceNumber, eventHash, event)
      if (fault !== undefined) return { ...incomplete, fault: historyBroken(sequenceNumber, fault) }
      associations.push(...associationsOf(sequenceNumber, fold.fold(event).effects.touched))
    }
    return { isComplete: true, upTo: fold.position.state.sequenceNumber, associations, missing, fault: null }
  }
