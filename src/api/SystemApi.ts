import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { described } from "../domain/entities/Documented.ts"
import { Policy } from "./Access.ts"

import { Words } from "./requests/EndpointWords.ts"

const Healthy = Schema.Struct({
  status: described("`degraded` if it can read but not write", Schema.Literals(["healthy", "degraded"]))
})

const Unhealthy = Schema.Struct({ status: described("Always `unhealthy`", Schema.Literal("unhealthy")) }).pipe(
  HttpApiSchema.status(503)
)

const Alive = Schema.Struct({
  status: described("Always `alive`", Schema.Literal("alive")),
  version: described("The version of the service", Schema.String)
})

export class SystemApi extends HttpApiGroup.make("system")
  .add(
    HttpApiEndpoint.get("root", "/", { success: HttpApiSchema.Empty(302) }).annotate(Words, {
      summary: "Redirect to the page",
      answer: "To `/strategy/`",
      description: "Redirects to the page."
    })
  )
  .add(
    HttpApiEndpoint.get("health", "/health", { success: Healthy, error: Unhealthy }).annotate(Words, {
      summary: "Check that the service can read and write",
      answer: "The service answers requests",
      examples: { healthy: { status: "healthy" }, degraded: { status: "degraded" } },
      description:
        "`degraded` while the database can be read but not written; 503 while it does not answer or the server is shutting down."
    })
  )
  .add(
    HttpApiEndpoint.get("live", "/health/live", { success: Alive }).annotate(Words, {
      summary: "Check that the process is running",
      answer: "The process is running",
      examples: { example: { status: "alive", version: "1.0.0" } },
      description: "200 while the process is running, with the version of the service."
    })
  )
  .annotateEndpoints(Policy, "public") {}
