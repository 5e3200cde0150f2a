import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { NotFound } from "../../api/Errors.ts"
import type { EntityId } from "../../domain/entities/Ids.ts"
import { entityTypeOf, type ViewName, Views } from "../answers/EncodedViews.ts"
import { PastStates } from "../answers/PastStates.ts"
import { type Negotiation, respond } from "../answers/ViewCache.ts"

/** What the endpoints of views have in common. */
interface ViewRequest {
  readonly query: { readonly at?: string | undefined }
  readonly request: HttpServerRequest.HttpServerRequest
}

const negotiationOf = ({ headers }: HttpServerRequest.HttpServerRequest): Negotiation => ({
  ifNoneMatch: headers["if-none-match"],
  acceptEncoding: headers["accept-encoding"]
})

export const layer = HttpApiBuilder.group(
  Api,
  "strategy",
  Effect.fn(function* (handlers) {
    const views = yield* Views
    const { viewAt } = yield* PastStates

    const teams = Effect.fnUntraced(function* ({ query: { at }, request }: ViewRequest) {
      const view = at === undefined ? views.teams() : yield* viewAt(at, views.teamsAt)
      return yield* respond(view, negotiationOf(request))
    })

    const answer = Effect.fnUntraced(function* (name: ViewName, id: EntityId, { query: { at }, request }: ViewRequest) {
      const view =
        at === undefined
          ? yield* views.encoded(name, id)
          : yield* viewAt(at, (moment) => views.encodedAt(moment, name, id))
      if (view !== undefined) return yield* respond(view, negotiationOf(request))
      const message =
        at === undefined
          ? `There is no ${entityTypeOf[name]} with this id.`
          : `There was no ${entityTypeOf[name]} with this id at that moment.`
      return yield* new NotFound({ message })
    })

    return handlers.handleAll({
      teams,
      principles: (request) => answer("principles", request.params.teamId, request),
      principle: (request) => answer("principle", request.params.principleId, request),
      objectives: (request) => answer("objectives", request.params.teamId, request),
      objective: (request) => answer("objective", request.params.objectiveId, request),
      forecast: ({ params: { objectiveId }, request }) => answer("forecast", objectiveId, { query: {}, request })
    })
  })
)
