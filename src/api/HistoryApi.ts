import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { described, listOf, unlimited } from "../domain/entities/Documented.ts"
import { ChangeSetId, EntityId, LatestPosition, SequenceNumber } from "../domain/entities/Ids.ts"
import { Inverse } from "../domain/inverse/Inverse.ts"
import { DeletedPage } from "../domain/views/Deleted.ts"
import { HistoryEntry } from "../domain/views/History.ts"
import { RestorePreview } from "../domain/views/RestorePreview.ts"
import { Access, Policy, withCsrfHeader } from "./Access.ts"
import * as Answers from "./document/ExampleAnswers.ts"
import { inverse } from "./document/ExampleBodies.ts"
import { objective } from "./document/ExampleSubmissions.ts"
import { Conflict, NotFound, Unavailable } from "./Errors.ts"
import { teamIdParam } from "./IdParams.ts"
import { conditionalHeaders, NotModifiedResponse } from "./requests/ConditionalRequest.ts"
import { Words } from "./requests/EndpointWords.ts"
import { SequenceNumberParam, wholeNumberParam } from "./requests/NumberParams.ts"

export const maxPageLimit = 500

const pageLimit = { minimum: 1, maximum: maxPageLimit, message: `must be from 1 to ${maxPageLimit}` }

const limitWords = "The maximum number of entries on a page"

export const defaultPageLimit = 100

export const pageLimitParam = described(
  limitWords,
  Schema.optional(wholeNumberParam({ ...pageLimit, defaultsTo: defaultPageLimit }))
)

const beforeParam = described(
  "Only older entries: the `nextBefore` of the previous page, or the sequence number of its last entry",
  Schema.optional(SequenceNumberParam)
)

export const HistoryPage = Schema.Struct({
  entries: described("The entries, newest first", listOf(HistoryEntry, maxPageLimit)),
  from: described("The sequence number that the page begins with", SequenceNumber),
  limit: described("The page's limit, as requested or by default", Schema.Int),
  nextFrom: described("The `from` of the next page; null on the last one", Schema.NullOr(SequenceNumber)),
  latestSequence: LatestPosition
}).annotate({ identifier: "HistoryPage" })

export const RebuildResult = Schema.Struct({
  eventsProcessed: described("The number of events read", Schema.Int),
  checkpointsSaved: described("The number of checkpoints written", Schema.Int),
  associationsSaved: described("The number of entries of histories written", Schema.Int)
}).annotate({ identifier: "RebuildResult" })

const RestoreTargetParam = wholeNumberParam({ minimum: 0, message: "must be a sequence number or 0" })

export class HistoryApi extends HttpApiGroup.make("history")
  .add(
    HttpApiEndpoint.get("entity", "/api/history/entity/:entityId", {
      params: { entityId: described("The id of a team or of anything in it, deleted or not", EntityId) },
      query: { limit: described(limitWords, Schema.optional(wholeNumberParam(pageLimit))), before: beforeParam },
      success: Schema.Array(HistoryEntry).annotate({
        description: unlimited("At most `limit` entries", "without it, as many as the entity has")
      })
    })
      .middleware(Access)
      .annotate(Policy, "viewer")
      .annotate(Words, {
        summary: "Get the history of an entity",
        answer: "The events that affected it, newest first",
        examples: (strategy) => ({ example: Answers.historyOf(strategy, objective).slice(0, 2) }),
        description:
          "Every event that affected an entity, newest first; without `limit`, the whole history. Long answers are streamed " +
          "from the database; the connection is closed if the client reads nothing for 30 seconds or the rest cannot be " +
          "read. Without `limit`, at most 2 are sent at once per user and 8 per server; beyond that, 503."
      })
  )
  .add(
    HttpApiEndpoint.get("all", "/api/history/all", {
      query: {
        from: described(
          "The sequence number of the page's first event; by default, the latest",
          Schema.optional(SequenceNumberParam)
        ),
        limit: pageLimitParam
      },
      success: HistoryPage
    })
      .middleware(Access)
      .annotate(Policy, "editor")
      .annotate(Words, {
        summary: "Get a page of the log",
        answer: "Events, newest first",
        examples: (strategy) => ({ example: Answers.globalPage(strategy) }),
        description: "The global event log, newest first, from `from` (by default, the latest event) downwards."
      })
  )
  .add(
    HttpApiEndpoint.get("deleted", "/api/teams/:teamId/deleted", {
      params: { teamId: teamIdParam },
      query: { limit: pageLimitParam, before: beforeParam },
      headers: conditionalHeaders,
      success: DeletedPage,
      error: [NotFound, NotModifiedResponse]
    })
      .middleware(Access)
      .annotate(Policy, "viewer")
      .annotate(Words, {
        summary: "List deleted entities of a team",
        answer: "Entities that can be brought back, newest first",
        examples: (strategy) => ({ example: Answers.deletion(strategy) }),
        description:
          "What was deleted in a team, or removed by a restore, and can be brought back; newest first, 100 entries unless " +
          "`limit` says otherwise. What one restore removed is on one page, up to 500 entries. To bring an entry back, " +
          "submit a create event on its parent with its `id` and `asOf` as data."
      })
  )
  .add(
    HttpApiEndpoint.get("preview", "/api/history/preview", {
      query: {
        sequenceNumber: described("The event to restore to; 0 is the empty log", RestoreTargetParam),
        teamId: described("The team to restore; everything if absent", Schema.optional(EntityId))
      },
      success: RestorePreview,
      error: NotFound
    })
      .middleware(Access)
      .annotate(Policy, "admin")
      .annotate(Words, {
        summary: "Preview a restore",
        answer: "The entities that would be added, removed and changed",
        examples: (strategy) => ({ example: Answers.preview(strategy) }),
        description:
          "What `restore_history` with this `sequenceNumber` and `teamId` would change now, without changing anything. " +
          "404 if the team never existed; 400 unless the event is before the latest one."
      })
  )
  .add(
    HttpApiEndpoint.get("inverse", "/api/history/:sequenceNumber/inverse", {
      params: { sequenceNumber: described("The event to take back", SequenceNumberParam) },
      success: Inverse,
      error: [NotFound, Unavailable]
    })
      .middleware(Access)
      .annotate(Policy, "editor")
      .annotate(Words, {
        summary: "Get the inverse of an event",
        answer: "Submissions that undo it, and the changes that stay",
        examples: { example: inverse },
        description:
          "What takes an event back exactly, without changing anything that somebody has changed since. Send the " +
          "`submissions` as they are, one after the other, with `Undoes` and one new `Change-Set`. Then ask again until " +
          "there are none: a submission is refused if somebody was faster, and some only come once others were applied. " +
          "What stays is in `left`."
      }),
    HttpApiEndpoint.get("inverseOfChangeSet", "/api/change-sets/:changeSetId/inverse", {
      params: { changeSetId: described("The change set's id, as histories show it", ChangeSetId) },
      success: Inverse,
      error: [NotFound, Unavailable]
    })
      .middleware(Access)
      .annotate(Policy, "editor")
      .annotate(Words, {
        summary: "Get the inverse of a change set",
        answer: "Submissions that undo it, and the changes that stay",
        examples: { example: inverse },
        description:
          "What takes a change set back, as for one event. What it created goes by its deletion alone, several edits of one " +
          "field by one. What has been taken back already is not in it."
      })
  )
  .add(
    HttpApiEndpoint.post("rebuild", "/api/admin/rebuild-history", { success: RebuildResult, error: Conflict })
      .middleware(Access)
      .annotate(Policy, "admin")
      .annotate(Words, {
        summary: "Rebuild histories and checkpoints from the log",
        answer: "The numbers of events read and of checkpoints and entries saved",
        examples: { example: { eventsProcessed: 1204, checkpointsSaved: 2, associationsSaved: 3411 } },
        description:
          "Rebuilds entity histories and checkpoints from the event log, verifies the log, and answers when done. Reads and " +
          "writes continue meanwhile. 409 if a rebuild is already running. Disconnecting does not stop it."
      })
      .annotate(OpenApi.Transform, withCsrfHeader)
  ) {}
