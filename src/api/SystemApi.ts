import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Policy } from "./Access.ts"

export const Healthy = Schema.Struct({ status: Schema.Literal("healthy") })

export const Unhealthy = Schema.Struct({ status: Schema.Literal("unhealthy") }).pipe(HttpApiSchema.status(503))

export class SystemApi extends HttpApiGroup.make("system")
  .add(HttpApiEndpoint.get("root", "/", { success: HttpApiSchema.Empty(302) }))
  .add(
    HttpApiEndpoint.get("health", "/health", { success: Healthy, error: Unhealthy }).annotate(
      OpenApi.Description,
      "503 while the database does not answer or the server drains."
    )
  )
  .add(
    HttpApiEndpoint.get("live", "/health/live", { success: Healthy }).annotate(
      OpenApi.Description,
      "200 while the process lives."
    )
  )
  .annotateEndpoints(Policy, "public") {}
