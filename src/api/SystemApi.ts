import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Policy } from "./Access.ts"

/** `degraded` means that reads work and writes do not. */
const Healthy = Schema.Struct({ status: Schema.Literals(["healthy", "degraded"]) })

const Unhealthy = Schema.Struct({ status: Schema.Literal("unhealthy") }).pipe(HttpApiSchema.status(503))

const Alive = Schema.Struct({ status: Schema.Literal("alive"), version: Schema.String })

export class SystemApi extends HttpApiGroup.make("system")
  .add(
    HttpApiEndpoint.get("root", "/", { success: HttpApiSchema.Empty(302) }).annotate(
      OpenApi.Description,
      "Redirects to the page."
    )
  )
  .add(
    HttpApiEndpoint.get("health", "/health", { success: Healthy, error: Unhealthy }).annotate(
      OpenApi.Description,
      "`degraded` while the database can be read but not written; 503 while it does not answer or the server is shutting down."
    )
  )
  .add(
    HttpApiEndpoint.get("live", "/health/live", { success: Alive }).annotate(
      OpenApi.Description,
      "200 while the process is running, with the version of the service."
    )
  )
  .annotateEndpoints(Policy, "public") {}
