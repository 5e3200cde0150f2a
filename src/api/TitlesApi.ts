import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { TitlesBody } from "../domain/views/Titles.ts"
import { Access, Policy } from "./Access.ts"
import { conditionalHeaders, NotModifiedResponse } from "./ConditionalRequest.ts"

export class TitlesApi extends HttpApiGroup.make("titles").add(
  HttpApiEndpoint.get("titles", "/api/titles", {
    headers: conditionalHeaders,
    success: TitlesBody,
    error: NotModifiedResponse
  })
    .middleware(Access)
    .annotate(Policy, "viewer")
    .annotate(
      OpenApi.Description,
      "The titles and names of everything in all teams, for a search. At most 8 MB: with more, `complete` is false, and " +
        "initiatives and measures are left out before objectives and principles. A long answer is sent as its client " +
        "takes it, and its connection is cut when the client reads nothing for 30 seconds. At most 4 are sent at once " +
        "to a user and 32 by a server; others get 503."
    )
) {}
