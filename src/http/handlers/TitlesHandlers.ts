import { Effect, HashMap } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { TooManyRequests } from "../../api/Errors.ts"
import { titlesJsonChunks } from "../../domain/views/Titles.ts"
import { sortedTeams } from "../../domain/views/Views.ts"
import { Projector } from "../../log/projection/Projector.ts"
import * as StreamedView from "./StreamedView.ts"
import * as ViewCache from "./ViewCache.ts"

/** The longest answer; beyond it, the deepest titles are left out. */
const maxBytes = 8_000_000

/** Limits streamed responses: each holds what it has not sent, also when the titles have changed meanwhile. */
const streamed = {
  perUser: 4,
  perServer: 32,
  message: "Too many lists of titles are being sent. Try again shortly."
}

const shareExceeded = new TooManyRequests({
  message: "Too many lists of titles are being sent to you. Try again shortly."
})

export const layer = HttpApiBuilder.group(
  Api,
  "titles",
  Effect.fn(function* (handlers) {
    const { state } = yield* Projector
    const cache = ViewCache.make()
    const encoded = Effect.flatMap(state, ({ teams }) =>
      cache.inChunks(teams, "titles", () => titlesJsonChunks(sortedTeams(HashMap.toValues(teams)), maxBytes))
    )
    const respond = StreamedView.make(streamed, shareExceeded)

    return handlers.handleAll({
      titles: ({ headers, request }) => Effect.flatMap(encoded, (view) => respond(view, { request, headers }))
    })
  })
)
