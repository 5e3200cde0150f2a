import { Effect, HashMap } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { Gate } from "../../bounded/Gate.ts"
import { gateLimits } from "../../bounded/GateLimits.ts"
import { titlesJsonChunks } from "../../domain/views/TitleIndex.ts"
import { sortedTeams } from "../../domain/views/Views.ts"
import { Projector } from "../../log/projection/Projector.ts"
import * as StreamedView from "../answers/StreamedView.ts"
import * as ViewCache from "../answers/ViewCache.ts"
import { tooMany } from "../pipeline/Availability.ts"

/** The longest answer; beyond it, the deepest titles are left out. */
const maxBytes = 8_000_000

export const layer = HttpApiBuilder.group(
  Api,
  "titles",
  Effect.fn(function* (handlers) {
    const { state } = yield* Projector
    const cache = ViewCache.make()
    const encoded = Effect.flatMap(state, ({ teams }) =>
      cache.inChunks(teams, "titles", () => titlesJsonChunks(sortedTeams(HashMap.toValues(teams)), maxBytes))
    )
    const gate = new Gate(gateLimits.titles)
    const respond = StreamedView.make((userId) => Effect.catchTags(gate.enter(userId), tooMany))

    return handlers.handleAll({
      titles: ({ headers, request }) => Effect.flatMap(encoded, (view) => respond(view, { request, headers }))
    })
  })
)
