import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { described } from "../domain/entities/Documented.ts"
import { Policy } from "./Access.ts"
import { BadRequest, NotFound, Unavailable } from "./Errors.ts"
import { conditionalHeaders, NotModifiedResponse } from "./requests/ConditionalRequest.ts"
import { Words } from "./requests/EndpointWords.ts"
import { HeadText } from "./requests/HeadText.ts"
import { teamIdsParam } from "./requests/ListParams.ts"

export const calendarMediaType = "text/calendar; charset=utf-8"

export class FeedsApi extends HttpApiGroup.make("feeds").add(
  HttpApiEndpoint.get("due", "/api/feeds/:token/due.ics", {
    params: { token: described("A token with the scope `feed`", HeadText) },
    query: { teams: teamIdsParam },
    headers: conditionalHeaders,
    success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: calendarMediaType })),
    error: [BadRequest, NotFound, NotModifiedResponse, Unavailable]
  })
    .annotate(Policy, "public")
    .annotate(Words, {
      summary: "Get due dates as a calendar",
      answer: "An iCalendar",
      description:
        "The due dates of open objectives, of all teams or of `teams`, as an iCalendar that calendar programs subscribe to, each with " +
        "its status, the reason and the owner. The token " +
        "has the scope `feed`; it opens nothing else, and stands in no log of this service. 404 once it has ended."
    })
) {}
