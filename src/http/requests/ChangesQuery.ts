import { Effect } from "effect"
import { Gone } from "../../api/Errors.ts"
import { idsIn } from "../../deck/DeckRequest.ts"
import { EventType } from "../../domain/Event.ts"
import type { ChangeFilter } from "../../domain/views/AppliedChange.ts"
import { CatchUp } from "../../log/projection/CatchUp.ts"
import { Projector } from "../../log/projection/Projector.ts"
import { EventStore } from "../../log/store/EventStore.ts"
import { invalidQuery } from "../pipeline/InvalidRequest.ts"

interface FilterQuery {
  readonly teams?: string | undefined
  readonly types?: string | undefined
}

export const filterOf = ({ teams, types }: FilterQuery): ChangeFilter => {
  const wanted = types?.split(",")
  return {
    teamIds: teams === undefined ? null : idsIn(teams),
    eventTypes: wanted === undefined ? null : EventType.literals.filter((type) => wanted.includes(type))
  }
}

const otherLog = new Gone({ message: "The log was replaced by another one: begin again after 0, without epoch." })

interface Position {
  readonly after: number
  readonly epoch: string | undefined
}

/** Gives the log's epoch and the state for changes after a position: 410 and 400 if it is not in the log. */
export const make = Effect.gen(function* () {
  const store = yield* EventStore
  const projector = yield* Projector
  const catchUp = yield* CatchUp

  /** The state with everything up to a position, which may be shown on another server only. */
  const stateAt = Effect.fnUntraced(function* (after: number) {
    const state = yield* projector.state
    if (after <= state.sequenceNumber) return state
    yield* catchUp.run
    return yield* projector.state
  })

  return Effect.fnUntraced(function* ({ after, epoch: known }: Position) {
    const { epoch } = yield* store.head
    if (known !== undefined && known !== epoch) return yield* otherLog
    const state = yield* stateAt(after)
    if (after <= state.sequenceNumber) return { epoch, state }
    return yield* invalidQuery("after", `is beyond the latest sequence number, ${state.sequenceNumber}`)
  })
})
