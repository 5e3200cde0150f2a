import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { described } from "../domain/entities/Documented.ts"
import { Access, Policy } from "./Access.ts"
import { NotFound, TooManyRequests, UnprocessableContent } from "./Errors.ts"
import { teamIdParam } from "./IdParams.ts"
import { conditionalHeaders, NotModifiedResponse } from "./requests/ConditionalRequest.ts"
import { Words } from "./requests/EndpointWords.ts"
import { literalParam, objectiveIdsParam, statusListParam, teamIdsParam } from "./requests/ListParams.ts"
import { SequenceNumberParam, SinceParam, sinceWords } from "./requests/NumberParams.ts"
import { atQuery } from "./requests/PastMoment.ts"

export const presentationMediaType = "application/vnd.openxmlformats-officedocument.presentationml.presentation"

/** The response header with the number of a presentation's slides. */
export const slidesHeader = "x-slides"

const options = {
  ...atQuery,
  detail: described("With an appendix (`full`) or without (`board`)", Schema.optional(literalParam(["full", "board"]))),
  since: described(sinceWords, Schema.optional(SinceParam)),
  sinceDeck: described(
    "The sequence number of the event at which the last presentation was made, as its first slide's notes and its properties name it",
    Schema.optional(SequenceNumberParam)
  ),
  notes: described(
    "`0` leaves out speaker notes and the names of who checked in",
    Schema.optional(literalParam(["0", "1"]))
  ),
  status: described("Only objectives with these statuses, separated by commas", Schema.optional(statusListParam))
}

const success = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: presentationMediaType }))

const optionsText = `\`at\` shows the strategy as it was right after that event, or at the end of that day. \`since\` (a sequence number, 0 being the empty log, or a date; by
default 30 days before the deck's date) sets the point of comparison. \`sinceDeck\`, instead of it, is the event of the last presentation: a slide then says
what came of each decision that it asked for. \`detail=full\` adds an appendix; \`detail=board\` leaves it out: at most 14 slides for a team, 20 for
15 teams and 25 for 50, and more only where there is more to decide.
\`status\` (comma-separated) limits the objectives to these statuses. \`notes=0\` leaves out speaker notes and the names of who checked in. Invalid
values return 400.

\`Content-Disposition\` has the file name, \`X-Slides\` the number of slides. A few presentations are made at a time, and users take
turns: 429 for a user with four waiting or with another large one, 503 when the queue is full. 422 if a presentation exceeds the memory or time limit.`

export class ExportApi extends HttpApiGroup.make("export")
  .add(
    HttpApiEndpoint.get("team", "/api/teams/:teamId/export", {
      params: { teamId: teamIdParam },
      query: {
        ...options,
        objectives: described(
          "Only the objectives with these ids, separated by commas",
          Schema.optional(objectiveIdsParam)
        )
      },
      headers: conditionalHeaders,
      success,
      error: [NotFound, NotModifiedResponse, TooManyRequests, UnprocessableContent]
    }).annotate(Words, {
      summary: "Export a team as a presentation",
      answer: "The presentation",
      description:
        "The team's strategy review as an editable PowerPoint presentation (16:9), named " +
        `\`<team>-strategy-<date>.pptx\`. \`objectives\` selects objectives by id, instead of \`status\`.\n\n${optionsText}`
    })
  )
  .add(
    HttpApiEndpoint.get("company", "/api/export", {
      query: { ...options, teams: teamIdsParam },
      headers: conditionalHeaders,
      success,
      error: [NotFound, NotModifiedResponse, TooManyRequests, UnprocessableContent]
    }).annotate(Words, {
      summary: "Export several teams as one presentation",
      answer: "The presentation",
      description:
        "The strategy review of several teams (by default, all) as one presentation, without an appendix unless " +
        `\`detail=full\`. 404 if one of \`teams\` does not exist.\n\n${optionsText}`
    })
  )
  .middleware(Access)
  .annotateEndpoints(Policy, "viewer") {}
