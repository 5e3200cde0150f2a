import { createHash } from "node:crypto"
import { Effect, HashMap, PartitionedSemaphore } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { DisplayNames } from "../../accounts/users/DisplayNames.ts"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { BadRequest } from "../../api/Errors.ts"
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
import { type CsvDialect, excelDialect, forPrograms } from "../../shared/Csv.ts"
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
function* overviewChunks(state: State, date: string, days: Days, dialect: CsvDialect): Generator<string> {
  const { head, rows } = Tables.overviewTable(dialect)
  yield head
  for (const team of sortedTeams(HashMap.toValues(state.teams))) {
    yield rows(Tables.overviewRows(team, date, days))
  }
}

interface DialectQuery {
  readonly for?: "excel" | undefined
  readonly locale?: string | undefined
  readonly bom?: "0" | "1" | undefined
}

/** The dialect that a request asks for. */
const dialectOf = Effect.fnUntraced(function* ({ for: reader, locale, bom }: DialectQuery) {
  if (reader === undefined && locale !== undefined) {
    return yield* new BadRequest({ message: "Add for=excel: locale needs it.", field: "locale" })
  }
  const dialect = reader === undefined ? forPrograms : excelDialect(locale ?? "en")
  return bom === undefined ? dialect : { ...dialect, hasMark: bom === "1" }
})

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

/** Reads the rows of check-ins. What was taken out is looked up once, since that may come later in the log. */
const checkInRows = (store: EventStore["Service"], table: ReturnType<typeof Tables.measuresTable>, state: State) => {
  let known: ReadonlySet<number> | undefined
  return Effect.fnUntraced(function* (after: number, upTo: number) {
    known ??= yield* store.retracted(state.sequenceNumber)
    return table.rows(Tables.checkInRows(yield* store.read(after, upTo - after), state, known))
  })
}

export const layer = HttpApiBuilder.group(
  Api,
  "tables",
  Effect.fn(function* (handlers) {
    const store = yield* EventStore
    const pageUrl = yield* PageUrl
    const names = yield* DisplayNames
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
      overview: Effect.fnUntraced(function* ({ query, headers, request }) {
        const dialect = yield* dialectOf(query)
        const state = yield* projector.state
        const date = yield* todayIn(days)
        const chunks = () => overviewChunks(state, date, days, dialect)
        const key = JSON.stringify(dialect)
        const view = yield* viewsOf(date).inChunks(state.teams, key, chunks, overviewPresentation)
        return yield* respond(view, { request, headers })
      }),
      measures: Effect.fnUntraced(
        function* ({ query, headers, request }) {
          const dialect = yield* dialectOf(query)
          const table = Tables.measuresTable(dialect)
          const { epoch } = yield* store.head
          const state = yield* projector.state
          return yield* loggedTable({
            ...{ name: "measures", request, ifNoneMatch: headers["if-none-match"], state, after: 0 },
            variant: [epoch, dialect],
            head: table.head,
            rows: checkInRows(store, table, state)
          })
        },
        Effect.catchTag("StorageError", unavailable)
      ),
      changes: Effect.fnUntraced(
        function* ({ query: { after = 0, epoch: known, ...query }, headers, request }) {
          const dialect = yield* dialectOf(query)
          const table = Tables.changesTable(dialect)
          const { epoch, state } = yield* positionOf({ after, epoch: known })
          const filter = ChangesQuery.filterOf(query)
          return yield* loggedTable({
            ...{ name: "changes", request, ifNoneMatch: headers["if-none-match"], state, after },
            variant: [epoch, filter, dialect, names.digest()],
            head: table.head,
            rows: (after, upTo) => Effect.map(readChanges(filter, { after, upTo, state }), table.rows)
          })
        },
        Effect.catchTag("StorageError", unavailable)
      )
    })
  })
)
