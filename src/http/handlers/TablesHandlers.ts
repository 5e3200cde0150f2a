import { createHash } from "node:crypto"
import { Effect, HashMap, PartitionedSemaphore } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { csvMediaType } from "../../api/TablesApi.ts"
import { gateLimits } from "../../bounded/GateLimits.ts"
import type { UserId } from "../../domain/entities/Ids.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import type { State } from "../../domain/state/State.ts"
import * as Tables from "../../domain/views/Tables.ts"
import { sortedTeams } from "../../domain/views/Views.ts"
import * as AppliedChanges from "../../log/projection/AppliedChanges.ts"
import { Projector } from "../../log/projection/Projector.ts"
import { EventStore } from "../../log/store/EventStore.ts"
import * as ServiceVersion from "../../observability/ServiceVersion.ts"
import type { Days } from "../../shared/Days.ts"
import { ServiceDays, todayIn } from "../../time/ServiceDays.ts"
import { PageUrl } from "../../url/ExternalUrl.ts"
import * as ChunkedResponse from "../answers/ChunkedResponse.ts"
import * as DailyViews from "../answers/DailyViews.ts"
import * as StreamedView from "../answers/StreamedView.ts"
import { whileAllowed } from "../pipeline/AccessRecheck.ts"
import { entryTo, unavailable } from "../pipeline/Availability.ts"
import * as ETag from "../pipeline/ETag.ts"
import * as ChangesQuery from "../requests/ChangesQuery.ts"

/** Events read from the log at a time; each may have 64 KiB of data. */
const eventsAtOnce = 100

const attachmentOf = (name: string) => ({ "content-disposition": `attachment; filename="${name}.csv"` })

const overviewPresentation = {
  contentType: csvMediaType,
  headers: attachmentOf("overview")
}

/** The overview as CSV in chunks, a team in each. */
function* overviewChunks(state: State, date: string, days: Days): Generator<string> {
  yield Tables.overviewTable.head
  for (const team of sortedTeams(HashMap.toValues(state.teams))) {
    yield Tables.overviewTable.rows(Tables.overviewRows(team, date, days))
  }
}

interface LoggedTable {
  readonly name: string
  readonly request: HttpServerRequest.HttpServerRequest
  readonly ifNoneMatch: string | undefined
  readonly state: State
  /** What else than the state the table depends on. */
  readonly variant: ReadonlyArray<unknown>
  readonly after: number
  readonly head: string
  /** The rows of the events after a position up to another (inclusive). */
  readonly rows: (after: number, upTo: number) => Effect.Effect<string, StorageError>
}

export const layer = HttpApiBuilder.group(
  Api,
  "tables",
  Effect.fn(function* (handlers) {
    const store = yield* EventStore
    const pageUrl = yield* PageUrl
    const days = yield* ServiceDays
    const readChanges = yield* AppliedChanges.make(pageUrl)
    const version = yield* ServiceVersion.read
    const projector = yield* Projector
    const positionOf = yield* ChangesQuery.make
    const viewsOf = DailyViews.make()
    const respond = StreamedView.make(entryTo(gateLimits.overviewTables))
    const admitStreamed = entryTo(gateLimits.tables)
    // One read at a time over all requests, of the users in turn.
    const reading = PartitionedSemaphore.makeUnsafe<UserId>({ permits: 1 })

    /** A table that is read from the log while it is sent. The state says what it is, so its tag is known before. */
    const loggedTable = Effect.fnUntraced(function* (table: LoggedTable) {
      const { name, request, ifNoneMatch, state, variant, after, head, rows } = table
      const { userId } = yield* CurrentUser
      const content = JSON.stringify([version, name, after, state.sequenceNumber, pageUrl, ...variant])
      const etag = ETag.ofDigest(createHash("sha256").update(content).digest("base64url"))
      if (ETag.matches(ifNoneMatch, etag)) return ETag.notModified({ etag })
      yield* admitStreamed(userId)
      let position = after
      const next = Effect.gen(function* () {
        let part = ""
        while (part === "" && position < state.sequenceNumber) {
          const upTo = Math.min(position + eventsAtOnce, state.sequenceNumber)
          part = yield* reading.withPermit(userId)(rows(position, upTo))
          position = upTo
          yield* Effect.yieldNow
        }
        return part === "" ? null : part
      })
      const headers = { ...ETag.revalidatedHeaders(etag), ...attachmentOf(name) }
      return ChunkedResponse.respond(request, head, yield* whileAllowed(next), headers, csvMediaType)
    })

    return handlers.handleAll({
      overview: Effect.fnUntraced(function* ({ headers, request }) {
        const state = yield* projector.state
        const date = yield* todayIn(days)
        const chunks = () => overviewChunks(state, date, days)
        const view = yield* viewsOf(date).inChunks(state.teams, "overview", chunks, overviewPresentation)
        return yield* respond(view, { request, headers })
      }),
      measures: Effect.fnUntraced(
        function* ({ headers, request }) {
          const { epoch } = yield* store.head
          const state = yield* projector.state
          return yield* loggedTable({
            ...{ name: "measures", request, ifNoneMatch: headers["if-none-match"], state, variant: [epoch], after: 0 },
            head: Tables.measuresTable.head,
            rows: (after, upTo) =>
              Effect.map(store.read(after, upTo - after), (events) =>
                Tables.measuresTable.rows(Tables.checkInRows(events, state))
              )
          })
        },
        Effect.catchTag("StorageError", unavailable)
      ),
      changes: Effect.fnUntraced(
        function* ({ query: { after = 0, epoch: known, ...query }, headers, request }) {
          const { epoch, state } = yield* positionOf({ after, epoch: known })
          const filter = ChangesQuery.filterOf(query)
          return yield* loggedTable({
            ...{ name: "changes", request, ifNoneMatch: headers["if-none-match"], state, after },
            variant: [epoch, filter],
            head: Tables.changesTable.head,
            rows: (after, upTo) => Effect.map(readChanges(filter, { after, upTo, state }), Tables.changesTable.rows)
          })
        },
        Effect.catchTag("StorageError", unavailable)
      )
    })
  })
)
