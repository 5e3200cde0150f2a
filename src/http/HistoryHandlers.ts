import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { BadRequest } from "../api/Errors.ts"
import { historyEntry } from "../domain/History.ts"
import { EventStore, type HistoryRow } from "../log/EventStore.ts"
import { Projector } from "../log/Projector.ts"
import { unavailable } from "./Availability.ts"

/** The spec's page size where the caller names none. */
const defaultLimit = 100

const entryOf = ({ event, touched }: HistoryRow) => historyEntry(event, touched)

export const layer = HttpApiBuilder.group(
  Api,
  "history",
  Effect.fn(function* (handlers) {
    const store = yield* EventStore
    const projector = yield* Projector

    return handlers.handleAll({
      entity: ({ params: { entityId }, query: { before, limit } }) =>
        store.history(entityId, { before: before ?? null, limit: limit ?? null }).pipe(
          Effect.map((rows) => rows.map(entryOf)),
          Effect.catchTag("StorageError", unavailable)
        ),
      all: Effect.fnUntraced(function* ({ query: { from, limit = defaultLimit } }) {
        const latestSequence = (yield* projector.state).sequenceNumber
        if (from !== undefined && from > latestSequence) {
          return yield* new BadRequest({
            message: `The query: from is beyond the latest sequence number, ${latestSequence}.`
          })
        }
        const first = from ?? latestSequence
        const rows = yield* store.page(first, limit).pipe(Effect.catchTag("StorageError", unavailable))
        const next = first - limit
        return { entries: rows.map(entryOf), from: first, limit, nextFrom: next > 0 ? next : null, latestSequence }
      })
    })
  })
)
