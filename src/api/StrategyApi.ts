import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
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
    })
  )
  .add(
    HttpApiEndpoint.get("principles", "/api/teams/:teamId/principles", {
      params: { teamId: EntityId },
      headers: conditionalHeaders,
      success: PrinciplesBody,
      error: [NotFound, NotModifiedResponse]
    })
  )
  .add(
    HttpApiEndpoint.get("principle", "/api/principles/:principleId", {
      params: { principleId: EntityId },
      headers: conditionalHeaders,
      success: PrincipleBody,
      error: [NotFound, NotModifiedResponse]
    })
  )
  .add(
    HttpApiEndpoint.get("objectives", "/api/teams/:teamId/objectives", {
      params: { teamId: EntityId },
      headers: conditionalHeaders,
      success: ObjectivesBody,
      error: [NotFound, NotModifiedResponse]
    })
  )
  .add(
    HttpApiEndpoint.get("objective", "/api/objectives/:objectiveId", {
      params: { objectiveId: EntityId },
      headers: conditionalHeaders,
      success: ObjectiveBody,
      error: [NotFound, NotModifiedResponse]
    })
  )
  .middleware(Access)
  .annotateEndpoints(Policy, "viewer") {}
