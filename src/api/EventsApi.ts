import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { EventData, EventType, requestedType } from "../domain/Event.ts"
import { described, documentedAs, listOf, requestedList } from "../domain/entities/Documented.ts"
import { EntityId, SequenceNumber } from "../domain/entities/Ids.ts"
import { eventTable } from "../domain/events/EventTable.ts"
import { Outcome } from "../domain/Outcome.ts"
import { Access, Policy, withCsrfHeader } from "./Access.ts"
import * as Answers from "./document/ExampleAnswers.ts"
import { team } from "./document/ExampleSubmissions.ts"
import * as Submissions from "./document/Submissions.ts"
import { Conflict, Unavailable } from "./Errors.ts"
import { changeSetHeaders } from "./requests/ChangeSetHeaders.ts"
import { Words } from "./requests/EndpointWords.ts"
import { JsonBody } from "./requests/JsonBody.ts"

const int64Bound = 2 ** 63

export const int64Rule = "must fit in 64 bits"

/**
 * An integer of 64 bits. That a JavaScript number beyond 2^53 is not exact does not matter, because it is beyond the
 * head of every log. But integers just outside the range are rounded to 2^63 or -2^63: see `isAtInt64Bound`.
 */
const Integer64 = Schema.Number.annotate({ message: "must be an integer" }).check(
  Schema.isFinite({ message: "must be an integer" }),
  Schema.makeFilter((value: number) => Number.isInteger(value) || "must be an integer", {
    toJsonSchema: () => ({ type: "integer", format: "int64" })
  }),
  Schema.makeFilter((value: number) => Math.abs(value) <= int64Bound || int64Rule)
)

/** Whether the number may be rounded: its JSON text decides then whether it fits 64 bits, as 2^63 - 1 does. */
export const isAtInt64Bound = (value: number | null | undefined): boolean =>
  typeof value === "number" && Math.abs(value) === int64Bound

/** The OpenAPI document has a schema for each event type instead: see `document/Submissions`. */
export const SubmitEventRequest = Schema.Struct({
  eventType: requestedType(`must be one of the ${EventType.literals.length} event types`),
  /** The entity to change; for a create event its parent; absent for `create_team` and `restore_history`. */
  targetId: Schema.optional(Schema.NullOr(EntityId)),
  data: EventData.annotate({ message: "must be an object" }),
  /** The log position that a field edit is based on. An edit of a field that changed since is rejected. */
  lastSeenSequence: Schema.optional(Schema.NullOr(Integer64))
}).annotate({ identifier: "SubmitEventRequest" })

/** Submissions that are decided one after the other. */
const maxChanges = 100
export const changesOf = <S extends Schema.Top>(change: S) => requestedList(change, maxChanges)

const PreviewRequest = Schema.Struct({
  events: described("The submissions, in the order in which they are decided", changesOf(SubmitEventRequest))
}).annotate({ identifier: "PreviewRequest" })

const PreviewedOutcome = Schema.Struct({
  ...Outcome.fields,
  sequenceNumber: described("The position that the event would have in the log; 0 for `no_change`", SequenceNumber),
  description: described("The effect of the event, for people", Schema.String)
}).annotate({ identifier: "PreviewedOutcome" })

const PreviewBody = Schema.Struct({
  sequenceNumber: described("The log position that the preview starts from", SequenceNumber),
  outcomes: described(
    "The outcomes if nobody else changed anything, in the order of the submissions",
    listOf(PreviewedOutcome, maxChanges)
  )
}).annotate({ identifier: "Preview" })

/** The header with the `RejectionCode` of a rejected submission. */
export const rejectionHeader = "x-rejection-code"

/** The header of an answer that is given again for its idempotency key. */
export const repeatedHeader = "idempotent-replayed"

const keyRule = { message: "must have 1 to 100 visible ASCII characters" }

export const IdempotencyKey = Schema.String.annotate(keyRule).check(
  Schema.isPattern(/^[\x21-\x7e]{1,100}$/, keyRule),
  documentedAs(() => ({ minLength: 1, maxLength: 100 }))
)

export const submissionHeaders = {
  "idempotency-key": described(
    "Identifies the submission: sending it again with the same key returns the first answer. Keys are kept per user and never " +
      "expire, as long as the log exists. With another body, 409. 1 to 100 visible ASCII characters",
    Schema.optional(IdempotencyKey)
  ),
  ...changeSetHeaders
}

const SubmissionHeaders = Schema.Struct(submissionHeaders)
export type SubmissionHeaders = typeof SubmissionHeaders.Type

/** "`a`, `b` and `c`" */
const codeList = (eventTypes: ReadonlyArray<string>): string =>
  eventTypes
    .map((eventType) => `\`${eventType}\``)
    .join(", ")
    .replace(/, ([^,]+)$/, " and $1")

export class EventsApi extends HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.post("submit", "/api/events", {
      headers: submissionHeaders,
      payload: SubmitEventRequest,
      success: Outcome,
      error: Conflict
    })
      .annotate(Words, {
        summary: "Submit an event",
        answer: "The outcome of the submission",
        examples: Answers.outcomes,
        requests: Submissions.examples,
        description:
          "The only way to change a strategy. Applied, unchanged and rejected submissions all return 200. " +
          `${codeList(EventType.literals.filter((eventType) => eventTable[eventType].role === "admin"))} require the admin role. ` +
          "Repeating a request with its `Idempotency-Key` returns the first answer and changes nothing. " +
          "Events that belong together, such as those of an import, name one `Change-Set`. " +
          "The header `X-Rejection-Code` gives the reason of a rejection as a code."
      })
      .annotate(OpenApi.Transform, withCsrfHeader)
      .middleware(JsonBody)
      .middleware(Access),
    HttpApiEndpoint.post("preview", "/api/events/preview", {
      payload: PreviewRequest,
      success: PreviewBody,
      error: Unavailable
    })
      .annotate(Words, {
        summary: "Preview events",
        answer: "The effect of each",
        requests: {
          example: { events: [{ eventType: "update_team_name", targetId: team, data: { name: "Care" } }] }
        },
        examples: (strategy) => ({ example: Answers.previewed(strategy) }),
        description:
          "Returns the effect of each event, one after the other, from now on. Nothing is written. " +
          "Returns 403 if you may not submit one of them."
      })
      .annotate(OpenApi.Transform, withCsrfHeader)
      .middleware(JsonBody)
      .middleware(Access)
  )
  .annotateEndpoints(Policy, "editor") {}
