import { Effect, PartitionedSemaphore } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { Gone } from "../../api/Errors.ts"
import { defaultPageLimit } from "../../api/HistoryApi.ts"
import { idsIn } from "../../deck/DeckRequest.ts"
import { EventType } from "../../domain/Event.ts"
import type { UserId } from "../../domain/entities/Ids.ts"
import type { State } from "../../domain/state/State.ts"
import type { ChangeFilter } from "../../domain/views/AppliedChange.ts"
import * as AppliedChanges from "../../log/projection/AppliedChanges.ts"
import { CatchUp } from "../../log/projection/CatchUp.ts"
import { Projector } from "../../log/projection/Projector.ts"
import { EventStore } from "../../log/store/EventStore.ts"
import { PageUrl } from "../../url/ExternalUrl.ts"
import { unavailable } from "../pipeline/Availability.ts"
import { invalidQuery } from "../pipeline/InvalidRequest.ts"
import * as ConcurrencyLimit from "./ConcurrencyLimit.ts"
import * as StreamedView from "./StreamedView.ts"
import * as ViewCache from "./ViewCache.ts"

/** The bounds of a page besides its `limit`: characters of JSON, and events that are read for it. */
const maxCharacters = 1_048_576
const maxScanned = 5_000

/** Events read from the log at a time; each may have 64 KiB of data. */
const eventsAtOnce = 100

/** Limits large responses that are being sent: a client that does not read holds its response for half a minute. */
const largeResponses = {
  perUser: 16,
  perServer: 64,
  message: "Too many pages of changes are being read. Try again shortly."
}

const otherLog = new Gone({ message: "The log was replaced by another one: begin again after 0, without epoch." })

interface FilterQuery {
  readonly teams?: string | undefined
  readonly types?: string | undefined
}

const filterOf = ({ teams, types }: FilterQuery): ChangeFilter => {
  const wanted = types?.split(",")
  return {
    teamIds: teams === undefined ? null : idsIn(teams),
    eventTypes: wanted === undefined ? null : EventType.literals.filter((type) => wanted.includes(type))
  }
}

interface Wanted {
  readonly filter: ChangeFilter
  readonly after: number
  readonly limit: number
}

export const layer = HttpApiBuilder.group(
  Api,
  "changes",
  Effect.fn(function* (handlers) {
    const store = yield* EventStore
    const projector = yield* Projector
    const catchUp = yield* CatchUp
    const pageUrl = yield* PageUrl
    const admitLarge = ConcurrencyLimit.make(largeResponses)
    // One read at a time over all requests, of the users in turn.
    const reading = PartitionedSemaphore.makeUnsafe<UserId>({ permits: 1 })

    /** The state with everything up to a position, which may be shown on another server only. */
    const stateAt = Effect.fnUntraced(function* (after: number) {
      const state = yield* projector.state
      if (after <= state.sequenceNumber) return state
      yield* catchUp.run
      return yield* projector.state
    })

    /** The JSON of the changes of a page, and the position up to which the log has no others. */
    const pageOf = Effect.fnUntraced(function* ({ filter, after, limit }: Wanted, state: State, userId: UserId) {
      const changes: Array<string> = []
      const end = Math.min(state.sequenceNumber, after + maxScanned)
      let [position, characters] = [after, 0]
      const isFull = () => changes.length === limit || characters >= maxCharacters
      while (position < end && !isFull()) {
        const upTo = Math.min(end, position + eventsAtOnce)
        const range = { after: position, upTo, state }
        for (const change of yield* AppliedChanges.read(store, pageUrl, filter, range).pipe(
          reading.withPermit(userId)
        )) {
          if (isFull()) break
          const json = JSON.stringify(change)
          changes.push(json)
          characters += json.length
          position = change.sequenceNumber
        }
        if (!isFull()) position = upTo
        yield* Effect.yieldNow
      }
      return { changes, nextAfter: position }
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(
        function* ({ query: { after = 0, limit = defaultPageLimit, epoch, ...filter }, headers, request }) {
          const { userId } = yield* CurrentUser
          const head = yield* store.head
          if (epoch !== undefined && epoch !== head.epoch) return yield* otherLog
          const state = yield* stateAt(after)
          const latestSequence = state.sequenceNumber
          if (after > latestSequence) {
            return yield* invalidQuery("after", `is beyond the latest sequence number, ${latestSequence}`)
          }
          const { changes, nextAfter } = yield* pageOf({ filter: filterOf(filter), after, limit }, state, userId)
          const rest = JSON.stringify({ nextAfter, latestSequence, epoch: head.epoch }).slice(1)
          const view = yield* ViewCache.encodeChunks(['{"changes":[', changes.join(","), `],${rest}`])
          return yield* StreamedView.respond(view, {
            request,
            ifNoneMatch: headers["if-none-match"],
            admit: admitLarge(userId)
          })
        },
        Effect.catchTag("StorageError", unavailable)
      )
    })
  })
)
