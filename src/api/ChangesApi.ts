import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { described, documentedAs, listOf } from "../domain/entities/Documented.ts"
import { LatestPosition, SequenceNumber } from "../domain/entities/Ids.ts"
import { AppliedChange } from "../domain/views/AppliedChange.ts"
import { Access, Policy } from "./Access.ts"
import * as Answers from "./document/ExampleAnswers.ts"
import { Gone } from "./Errors.ts"
import { maxPageLimit, pageLimitParam } from "./HistoryApi.ts"
import { conditionalHeaders, NotModifiedResponse } from "./requests/ConditionalRequest.ts"
import { Words } from "./requests/EndpointWords.ts"
import { HeadText } from "./requests/HeadText.ts"
import { eventTypeListParam, teamIdsParam } from "./requests/ListParams.ts"
import { wholeNumberParam } from "./requests/NumberParams.ts"

const AfterParam = wholeNumberParam({ minimum: 0, defaultsTo: 0, message: "must be a sequence number or 0" })

/** Which changes are wanted. */
export const changesQuery = {
  after: described(
    "The sequence number after which the changes begin: `nextAfter` of the previous answer; by default 0, the beginning",
    Schema.optional(AfterParam)
  ),
  teams: teamIdsParam,
  types: described("Only events of these types, separated by commas", Schema.optional(eventTypeListParam)),
  epoch: described(
    "The `epoch` of an earlier answer, or the part of a `webhook-id` before the dot: 410 if the log has been replaced since",
    Schema.optional(HeadText)
  )
}

export const ChangesPage = Schema.Struct({
  changes: described("The changes, oldest first", listOf(AppliedChange, maxPageLimit)),
  nextAfter: described("The `after` of the next request, at the end too, where it is `latestSequence`", SequenceNumber),
  latestSequence: LatestPosition,
  epoch: described(
    "Identifies the log that the sequence numbers belong to",
    Schema.String.check(documentedAs(() => ({ format: "uuid" })))
  )
}).annotate({ identifier: "ChangesPage" })

export class ChangesApi extends HttpApiGroup.make("changes")
  .add(
    HttpApiEndpoint.get("list", "/api/changes", {
      query: { ...changesQuery, limit: pageLimitParam },
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
