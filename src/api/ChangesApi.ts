import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { SequenceNumber } from "../domain/entities/Ids.ts"
import { AppliedChange } from "../domain/views/AppliedChange.ts"
import { Access, Policy } from "./Access.ts"
import { conditionalHeaders, NotModifiedResponse } from "./ConditionalRequest.ts"
import * as Answers from "./document/ExampleAnswers.ts"
import { Words } from "./EndpointWords.ts"
import { Gone } from "./Errors.ts"
import { HeadText } from "./HeadText.ts"
import { PageLimitParam } from "./HistoryApi.ts"
import { eventTypeListParam, teamIdsParam } from "./ListParams.ts"
import { wholeNumberParam } from "./NumberParams.ts"

const AfterParam = wholeNumberParam({ minimum: 0, defaultsTo: 0, message: "must be a sequence number or 0" })

/** Which changes are wanted. */
export const changesQuery = {
  after: Schema.optional(AfterParam),
  teams: Schema.optional(teamIdsParam),
  types: Schema.optional(eventTypeListParam),
  epoch: Schema.optional(HeadText)
}

export const ChangesPage = Schema.Struct({
  /** Oldest first. */
  changes: Schema.Array(AppliedChange),
  /** What to send as `after` next. At the end it is `latestSequence`. */
  nextAfter: SequenceNumber,
  latestSequence: SequenceNumber,
  /** Identifies the log that the sequence numbers are of. */
  epoch: Schema.String
}).annotate({ identifier: "ChangesPage" })

export class ChangesApi extends HttpApiGroup.make("changes")
  .add(
    HttpApiEndpoint.get("list", "/api/changes", {
      query: { ...changesQuery, limit: Schema.optional(PageLimitParam) },
      headers: conditionalHeaders,
      success: ChangesPage,
      error: [Gone, NotModifiedResponse]
    }).annotate(Words, {
      summary: "Read changes in order",
      answer: "Applied events, oldest first",
      examples: (strategy) => ({ example: Answers.changesPage(strategy) }),
      description:
        "The applied events after a sequence number, oldest first, each as webhooks get it. Always send `nextAfter` as the next " +
        "`after`: you have everything when it is `latestSequence`. A page may have fewer than `limit` changes, or none, before " +
        "the end: it ends at 1 MiB, and after 5,000 events of which the filters take few. Keep `epoch` with your position and " +
        "send it too: 410 means that the log was replaced, by a backup or a redaction; then begin again. 400 if `after` is " +
        "beyond the latest event."
    })
  )
  .middleware(Access)
  .annotateEndpoints(Policy, "viewer") {}
