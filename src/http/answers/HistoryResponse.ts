import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { StorageError } from "../../domain/StorageError.ts"
import type { HistoryEntry } from "../../domain/views/History.ts"
import type { HistoryRows, PageBounds } from "../../log/store/HistoryRows.ts"
import { whileAllowed } from "../pipeline/AccessRecheck.ts"
import { unavailable } from "../pipeline/Availability.ts"
import * as ChunkedResponse from "./ChunkedResponse.ts"

/**
 * A longer response is streamed: this bounds the memory held for clients that do not read. A hundred entries with long
 * descriptions are 70,000 characters.
 */
const maxBufferedCharacters = 96 * 1024

/** Bytes of the log that are read at a time, for a buffered and for a streamed response. */
const bufferedPageBytes = 96 * 1024
const streamedPageBytes = 128 * 1024

/**
 * The limit of rows of the first page; of later ones it is twice the number of rows that fitted into the page before. The
 * database looks up the size of each row within the limit: large rows waste few lookups, and small rows need few pages.
 */
const firstRows = 128
const [minRows, maxRows] = [4, 512]

interface HistoryResponseOptions<E, R> {
  readonly request: HttpServerRequest.HttpServerRequest
  /** Reads entries before a sequence number (exclusive), newest first; null begins with the newest. */
  readonly read: (before: number | null, bounds: PageBounds) => Effect.Effect<HistoryRows, StorageError>
  readonly before: number | null
  /** Null for all entries. */
  readonly limit: number | null
  readonly entries: (rows: HistoryRows["rows"]) => Effect.Effect<ReadonlyArray<HistoryEntry>, StorageError>
  /** JSON before and after the entries. */
  readonly surroundingJson: readonly [before: string, after: string]
  /** Runs before a response is streamed, and may refuse it. */
  readonly admit: Effect.Effect<unknown, E, R>
  /** Queues the reading of a page behind those of other requests, so that nobody waits for more than a few pages. */
  readonly inTurn: <A, E, R>(page: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Entries are what they are encoded to, so they need not be. */
const jsonOf = (entries: ReadonlyArray<typeof HistoryEntry.Encoded>): string => JSON.stringify(entries)

/**
 * A list of history entries as JSON. Pages are read as the client takes them, towards older entries. Since the log grows
 * only at the other end, all pages together show the log as it was at the first one. The connection is cut when the reader's
 * session ends.
 */
export const make = Effect.fnUntraced(function* <E, R>(options: HistoryResponseOptions<E, R>) {
  const { read, entries } = options
  let { before } = options
  let left = options.limit ?? Number.POSITIVE_INFINITY
  let rowsAtOnce = firstRows
  let count = 0
  let isComplete = false

  /** The entries of the next page as JSON, after a comma unless they are the first. */
  const nextPage = Effect.fnUntraced(function* (maxBytes: number) {
    const limit = Math.min(left, rowsAtOnce)
    const { rows, isLast } = yield* read(before, { limit, maxBytes })
    const list = jsonOf(yield* entries(rows)).slice(1, -1)
    const text = count > 0 && rows.length > 0 ? `,${list}` : list
    count += rows.length
    left -= rows.length
    rowsAtOnce = Math.max(minRows, Math.min(2 * rows.length, maxRows))
    before = rows.at(-1)?.event.sequenceNumber ?? before
    isComplete = isLast || left === 0
    return text
  })

  const [opening, closing] = options.surroundingJson
  let buffered = opening
  while (!isComplete && buffered.length <= maxBufferedCharacters) {
    buffered += yield* options.inTurn(nextPage(bufferedPageBytes)).pipe(Effect.catchTag("StorageError", unavailable))
  }
  if (isComplete && buffered.length <= maxBufferedCharacters)
    return HttpServerResponse.text(buffered + closing, { contentType: "application/json" })

  yield* options.admit
  const more = yield* whileAllowed(
    Effect.map(options.inTurn(nextPage(streamedPageBytes)), (text) => (isComplete ? text + closing : text))
  )
  const next = Effect.suspend(() => (isComplete ? Effect.succeed(null) : more))
  return ChunkedResponse.respond(options.request, isComplete ? buffered + closing : buffered, next)
})
