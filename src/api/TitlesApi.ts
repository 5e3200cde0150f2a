import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { TitlesBody } from "../domain/views/TitleIndex.ts"
import { Access, Policy } from "./Access.ts"
import * as Answers from "./document/ExampleAnswers.ts"
import { TooManyRequests } from "./Errors.ts"
import { conditionalHeaders, NotModifiedResponse } from "./requests/ConditionalRequest.ts"
import { Words } from "./requests/EndpointWords.ts"

export class TitlesApi extends HttpApiGroup.make("titles").add(
  HttpApiEndpoint.get("titles", "/api/titles", {
    headers: conditionalHeaders,
    success: TitlesBody,
    error: [NotModifiedResponse, TooManyRequests]
  })
    .middleware(Access)
    .annotate(Policy, "viewer")
    .annotate(Words, {
      summary: "List all titles",
      answer: "Titles and names, team by team",
      examples: (strategy) => ({ example: Answers.titles(strategy) }),
      description:
        "The titles and names of everything in all teams, and its owners, for search. At most 8 MB: beyond that, `complete` is false, and " +
        "initiatives and measures are left out before objectives and principles. Long answers are streamed at the client's " +
        "pace; the connection is closed if the client reads nothing for 30 seconds. At most 4 are sent at once per user, " +
        "beyond that, 429, and 32 per server, beyond that, 503."
    })
) {}
