import { Effect, PartitionedSemaphore } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { defaultPageLimit } from "../../api/HistoryApi.ts"
import { gateLimits } from "../../bounded/GateLimits.ts"
import type { UserId } from "../../domain/entities/Ids.ts"
import type { State } from "../../domain/state/State.ts"
import type { ChangeFilter } from "../../domain/views/AppliedChange.ts"
import * as AppliedChanges from "../../log/projection/AppliedChanges.ts"
import { PageUrl } from "../../url/ExternalUrl.ts"
import * as StreamedView from "../answers/StreamedView.ts"
import * as ViewCache from "../answers/ViewCache.ts"
import { entryTo, unavailable } from "../pipeline/Availability.ts"
import * as ChangesQuery from "../requests/ChangesQuery.ts"

/** The bounds of a page besides its `limit`: characters of JSON, and events that are read for it. */
const maxCharacters = 1_048_576
const maxScanned = 5_000

/** Events read from the log at a time; each may have 64 KiB of data. */
const eventsAtOnce = 100

interface Wanted {
  readonly filter: ChangeFilter
  readonly after: number
  readonly limit: number
}

export const layer = HttpApiBuilder.group(
  Api,
  "changes",
  Effect.fn(function* (handlers) {
    const positionOf = yield* ChangesQuery.make
    const readChanges = yield* AppliedChanges.make(yield* PageUrl)
    const respond = StreamedView.make(entryTo(gateLimits.changePages))
    // One read at a time over all requests, of the users in turn.
    const reading = PartitionedSemaphore.makeUnsafe<UserId>({ permits: 1 })

    /** The JSON of the changes of a page, and the position up to which the log has no others. */
    const pageOf = Effect.fnUntraced(function* ({ filter, after, limit }: Wanted, state: State, userId: UserId) {
      const changes: Array<string> = []
      const end = Math.min(state.sequenceNumber, after + maxScanned)
      let [position, characters] = [after, 0]
      const isFull = () => changes.length === limit || characters >= maxCharacters
      while (position < end && !isFull()) {
        const upTo = Math.min(end, position + eventsAtOnce)
        const range = { after: position, upTo, state }
        for (const change of yield* readChanges(filter, range).pipe(reading.withPermit(userId))) {
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
        function* ({ query: { after = 0, limit = defaultPageLimit, epoch: known, ...query }, headers, request }) {
          const { userId } = yield* CurrentUser
          const { epoch, state } = yield* positionOf({ after, epoch: known })
          const latestSequence = state.sequenceNumber
          const { changes, nextAfter } = yield* pageOf(
            { filter: ChangesQuery.filterOf(query), after, limit },
            state,
            userId
          )
          const rest = JSON.stringify({ nextAfter, latestSequence, epoch }).slice(1)
          const view = yield* ViewCache.encodeChunks(['{"changes":[', changes.join(","), `],${rest}`])
          return yield* respond(view, { request, headers })
        },
        Effect.catchTag("StorageError", unavailable)
      )
    })
  })
)
