import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { described } from "../domain/entities/Documented.ts"
import { EntityId } from "../domain/entities/Ids.ts"
import { Access, Policy, withCsrfHeader } from "./Access.ts"
import { team } from "./document/ExampleSubmissions.ts"
import { Conflict } from "./Errors.ts"
import { Words } from "./requests/EndpointWords.ts"

const LoadedSample = Schema.Struct({
  teamId: described("The first of its teams", EntityId),
  events: described("The number of events written", Schema.Int)
}).annotate({ identifier: "LoadedSample" })

export class SampleApi extends HttpApiGroup.make("sample")
  .add(
    HttpApiEndpoint.post("load", "/api/admin/sample", { success: LoadedSample, error: Conflict })
      .annotate(Words, {
        summary: "Load the sample strategy",
        answer: "Its first team, and the number of events written",
        examples: { example: { teamId: team, events: 357 } },
        description:
          "Writes a sample strategy of several teams with twelve weeks of history behind it: plans, check-ins, corrections and a " +
          "restore, by `sample`, with past timestamps. 409 once the log has an applied event. All of it is written, or nothing."
      })
      .annotate(OpenApi.Transform, withCsrfHeader)
  )
  .middleware(Access)
  .annotateEndpoints(Policy, "admin") {}
