import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { EntityId } from "../domain/entities/Ids.ts"
import { Access, Policy } from "./Access.ts"
import { conditionalHeaders, NotModifiedResponse } from "./ConditionalRequest.ts"
import { NotFound, UnprocessableContent } from "./Errors.ts"
import { SequenceNumberParam } from "./NumberParams.ts"

export const presentationMediaType = "application/vnd.openxmlformats-officedocument.presentationml.presentation"

const description = `The team's principles and objectives as a presentation, to show and to edit: PowerPoint, 16:9.

With \`at\`, it shows them right after that event. \`Content-Disposition\` has the file's name,
\`<team>-strategy-<date>.pptx\`. A few presentations are made at a time, and one large one at a time for each user: 503
when too many wait. 422 for a team with more text, initiatives and measures than a presentation can hold.`

export class ExportApi extends HttpApiGroup.make("export")
  .add(
    HttpApiEndpoint.get("team", "/api/teams/:teamId/export", {
      params: { teamId: EntityId },
      query: { at: Schema.optional(SequenceNumberParam) },
      headers: conditionalHeaders,
      success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: presentationMediaType })),
      error: [NotFound, NotModifiedResponse, UnprocessableContent]
    }).annotate(OpenApi.Description, description)
  )
  .middleware(Access)
  .annotateEndpoints(Policy, "viewer") {}
