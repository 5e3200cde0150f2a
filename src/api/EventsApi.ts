import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { EventData, EventType } from "../domain/Event.ts"
import { EntityId } from "../domain/Ids.ts"
import { Outcome } from "../domain/Outcome.ts"
import { Access, Policy, withCsrfHeader } from "./Access.ts"
import { Conflict } from "./Errors.ts"
import { JsonBody } from "./JsonBody.ts"

/** An integer as JSON carries it; beyond 2^53 it is not exact, and beyond every log's head all the same. */
const Integer64 = Schema.Number.check(
  Schema.isInt({ message: "must be an integer" }),
  Schema.isBetween({ minimum: -(2 ** 63), maximum: 2 ** 63 }, { message: "must fit 64 bits" })
)

export const SubmitEventRequest = Schema.Struct({
  eventType: EventType.annotate({ message: "must be one of the 29 event types" }),
  /** The entity acted on; the parent for create events; absent for `create_team` and `restore_history`. */
  targetId: Schema.optional(Schema.NullOr(EntityId)),
  data: EventData.annotate({ message: "must be an object" }),
  /** For field edits: the log position the edit is based on. An edit of a field that changed since is rejected. */
  lastSeenSequence: Schema.optional(Schema.NullOr(Integer64))
}).annotate({ identifier: "SubmitEventRequest" })

/** One to a hundred visible ASCII characters. */
export const IdempotencyKey = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]{1,100}$/, { message: "must have 1 to 100 visible ASCII characters" })
)

export class EventsApi extends HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.post("submit", "/api/events", {
      headers: { "idempotency-key": Schema.optional(IdempotencyKey) },
      payload: SubmitEventRequest,
      success: Outcome,
      error: Conflict
    })
      .annotate(
        OpenApi.Description,
        "The one way to change a strategy. Applied, unchanged and rejected submissions are all answered 200. " +
          "`create_team`, `update_team_name`, `update_team_color`, `delete_team` and `restore_history` need an admin. " +
          "With an `Idempotency-Key`, a repeated request is given the first answer and nothing happens twice."
      )
      .annotate(OpenApi.Transform, withCsrfHeader)
      .middleware(JsonBody)
      .middleware(Access)
  )
  .annotateEndpoints(Policy, "editor") {}
