import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documentedAs } from "../domain/entities/Documented.ts"
import { EntityId } from "../domain/entities/Ids.ts"
import { perTeam, teams } from "../shared/Limits.ts"
import { objectiveStatuses } from "../shared/Statuses.ts"
import { Access, Policy } from "./Access.ts"
import { conditionalHeaders, NotModifiedResponse } from "./ConditionalRequest.ts"
import { NotFound, TooManyRequests, UnprocessableContent } from "./Errors.ts"
import { SequenceNumberParam, SinceParam } from "./NumberParams.ts"

export const presentationMediaType = "application/vnd.openxmlformats-officedocument.presentationml.presentation"

/** The response header with the number of a presentation's slides. */
export const slidesHeader = "x-slides"

const statusList: ReadonlyArray<string> = objectiveStatuses

/** A list with commas between its items, still as text. */
const listOf = (rule: string, max: number, maxItemLength: number, isItem: (text: string) => boolean) =>
  Schema.String.annotate({ message: rule }).check(
    Schema.makeFilter((text: string) => {
      const items = text.split(",", max + 1)
      return (items.length <= max && items.every(isItem)) || rule
    }),
    documentedAs(() => ({ minLength: 1, maxLength: max * (maxItemLength + 1) - 1 }))
  )

const isId = Schema.is(Schema.String.check(Schema.isGUID()))

const ids = (noun: string, max: number) =>
  listOf(`must be the ids of at most ${max} ${noun}, separated by commas`, max, 36, isId)

const literals = <const L extends ReadonlyArray<string>>(values: L) => {
  const message = `must be ${values.join(" or ")}`
  return Schema.Literals(values).annotate({ message })
}

export const statusListParam = listOf(
  `must be statuses (${objectiveStatuses.join(", ")}), separated by commas`,
  objectiveStatuses.length,
  Math.max(...objectiveStatuses.map((status) => status.length)),
  (text) => statusList.includes(text)
)

export const objectiveIdsParam = ids("objectives", perTeam.objectives)

const options = {
  at: Schema.optional(SequenceNumberParam),
  detail: Schema.optional(literals(["full", "board"])),
  since: Schema.optional(SinceParam),
  notes: Schema.optional(literals(["0", "1"])),
  status: Schema.optional(statusListParam)
}

const success = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: presentationMediaType }))

const optionsText = `\`at\` shows the strategy as it was right after that event. \`since\` (a sequence number, 0 being the empty log, or a UTC date; by
default 30 days before the deck's date) sets the point of comparison. \`detail=full\` adds an appendix; \`detail=board\` leaves it out: at most 14 slides for a team, 20 for
15 teams and 25 for 50, and more only where there is more to decide.
\`status\` (comma-separated) limits the objectives to these statuses. \`notes=0\` leaves out speaker notes and usernames. Invalid
values return 400.

\`Content-Disposition\` has the file name, \`X-Slides\` the number of slides. A few presentations are made at a time, and users take
turns: 429 for a user with four waiting or with another large one, 503 when the queue is full. 422 if a presentation exceeds the memory or time limit.`

export class ExportApi extends HttpApiGroup.make("export")
  .add(
    HttpApiEndpoint.get("team", "/api/teams/:teamId/export", {
      params: { teamId: EntityId },
      query: { ...options, objectives: Schema.optional(objectiveIdsParam) },
      headers: conditionalHeaders,
      success,
      error: [NotFound, NotModifiedResponse, TooManyRequests, UnprocessableContent]
    }).annotate(
      OpenApi.Description,
      "The team's strategy review as an editable PowerPoint presentation (16:9), named " +
        `\`<team>-strategy-<date>.pptx\`. \`objectives\` selects objectives by id, instead of \`status\`.\n\n${optionsText}`
    )
  )
  .add(
    HttpApiEndpoint.get("company", "/api/export", {
      query: { ...options, teams: Schema.optional(ids("teams", teams)) },
      headers: conditionalHeaders,
      success,
      error: [NotFound, NotModifiedResponse, TooManyRequests, UnprocessableContent]
    }).annotate(
      OpenApi.Description,
      "The strategy review of several teams (by default, all) as one presentation, without an appendix unless " +
        `\`detail=full\`. 404 if one of \`teams\` does not exist.\n\n${optionsText}`
    )
  )
  .middleware(Access)
  .annotateEndpoints(Policy, "viewer") {}
