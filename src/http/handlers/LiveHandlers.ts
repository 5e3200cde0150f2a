import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { Broadcaster } from "../../live/Broadcaster.ts"
import * as EventStream from "../stream/EventStream.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "live",
  Effect.fn(function* (handlers) {
    const broadcaster = yield* Broadcaster

    return handlers.handle("stream", ({ headers, query, request }) =>
      Effect.map(CurrentUser, (subscriber) => {
        // As for browsers, an empty Last-Event-ID counts as absent.
        const lastEventId = headers["last-event-id"] || query.lastEventId || null
        const withViews = query.changes !== undefined
        return EventStream.respond(request, (sink) =>
          broadcaster.openStream({ subscriber, lastEventId, withViews, sink })
        )
      })
    )
  })
)
