import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { NotFound } from "../../api/Errors.ts"
import type { EntityId } from "../../domain/entities/Ids.ts"
import { type Negotiation, respond } from "./ViewCache.ts"
import { entityTypeOf, type ViewName, Views } from "./Views.ts"

const negotiationOf = ({ headers }: HttpServerRequest.HttpServerRequest): Negotiation => ({
  ifNoneMatch: headers["if-none-match"],
  acceptEncoding: headers["accept-encoding"]
})

export const layer = HttpApiBuilder.group(
  Api,
  "strategy",
  Effect.fn(function* (handlers) {
    const views = yield* Views

    const answer = (name: ViewName, id: EntityId, negotiation: Negotiation) =>
      Effect.flatMap(views.encoded(name, id), (view) =>
        view === undefined
          ? Effect.fail(new NotFound({ message: `There is no ${entityTypeOf[name]} with this id.` }))
          : respond(view, negotiation)
      )

    return handlers.handleAll({
      teams: ({ request }) => Effect.suspend(() => respond(views.teams(), negotiationOf(request))),
      principles: ({ params: { teamId }, request }) => answer("principles", teamId, negotiationOf(request)),
      principle: ({ params: { principleId }, request }) => answer("principle", principleId, negotiationOf(request)),
      objectives: ({ params: { teamId }, request }) => answer("objectives", teamId, negotiationOf(request)),
      objective: ({ params: { objectiveId }, request }) => answer("objective", objectiveId, negotiationOf(request))
    })
  })
)
