import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { NotFound } from "../../api/Errors.ts"
import type { EntityId } from "../../domain/entities/Ids.ts"
import { type Asking, respond } from "./ViewCache.ts"
import { entityTypeOf, type ViewName, Views } from "./Views.ts"

const askingOf = ({ headers }: HttpServerRequest.HttpServerRequest): Asking => ({
  ifNoneMatch: headers["if-none-match"],
  acceptEncoding: headers["accept-encoding"]
})

export const layer = HttpApiBuilder.group(
  Api,
  "strategy",
  Effect.fn(function* (handlers) {
    const views = yield* Views

    const answer = (name: ViewName, id: EntityId, asking: Asking) =>
      Effect.flatMap(views.encoded(name, id), (view) =>
        view === undefined
          ? Effect.fail(new NotFound({ message: `There is no ${entityTypeOf[name]} with this id.` }))
          : respond(view, asking)
      )

    return handlers.handleAll({
      teams: ({ request }) => Effect.suspend(() => respond(views.teams(), askingOf(request))),
      principles: ({ params: { teamId }, request }) => answer("principles", teamId, askingOf(request)),
      principle: ({ params: { principleId }, request }) => answer("principle", principleId, askingOf(request)),
      objectives: ({ params: { teamId }, request }) => answer("objectives", teamId, askingOf(request)),
      objective: ({ params: { objectiveId }, request }) => answer("objective", objectiveId, askingOf(request))
    })
  })
)
