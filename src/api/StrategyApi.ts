import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { EntityId } from "../domain/entities/Ids.ts"
import { ObjectiveBody, ObjectivesBody, PrincipleBody, PrinciplesBody, TeamsBody } from "../domain/views/Views.ts"
import { Access, Policy } from "./Access.ts"
import { conditionalHeaders, NotModifiedResponse } from "./ConditionalRequest.ts"
import { NotFound } from "./Errors.ts"

export class StrategyApi extends HttpApiGroup.make("strategy")
  .add(
    HttpApiEndpoint.get("teams", "/api/teams", {
      headers: conditionalHeaders,
      success: TeamsBody,
      error: NotModifiedResponse
    }).annotate(OpenApi.Description, "Every team with its name and colour. Everybody who is signed in sees all teams.")
  )
  .add(
    HttpApiEndpoint.get("principles", "/api/teams/:teamId/principles", {
      params: { teamId: EntityId },
      headers: conditionalHeaders,
      success: PrinciplesBody,
      error: [NotFound, NotModifiedResponse]
    }).annotate(
      OpenApi.Description,
      "`sequenceNumber` is the log position that the view shows: send it back as `lastSeenSequence` with an edit."
    )
  )
  .add(
    HttpApiEndpoint.get("principle", "/api/principles/:principleId", {
      params: { principleId: EntityId },
      headers: conditionalHeaders,
      success: PrincipleBody,
      error: [NotFound, NotModifiedResponse]
    }).annotate(
      OpenApi.Description,
      "One principle as it stands in its team's list, and the log position that the view shows."
    )
  )
  .add(
    HttpApiEndpoint.get("objectives", "/api/teams/:teamId/objectives", {
      params: { teamId: EntityId },
      headers: conditionalHeaders,
      success: ObjectivesBody,
      error: [NotFound, NotModifiedResponse]
    }).annotate(
      OpenApi.Description,
      "Measures come with their latest check-in; `percent` is where an objective stands between start and target, 0 to 100."
    )
  )
  .add(
    HttpApiEndpoint.get("objective", "/api/objectives/:objectiveId", {
      params: { objectiveId: EntityId },
      headers: conditionalHeaders,
      success: ObjectiveBody,
      error: [NotFound, NotModifiedResponse]
    }).annotate(
      OpenApi.Description,
      "One objective with all that is kept of its measures: the latest 100 check-ins of each, newest first."
    )
  )
  .middleware(Access)
  .annotateEndpoints(Policy, "viewer") {}
