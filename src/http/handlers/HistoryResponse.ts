import { Data, Effect, Schema } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { StorageError } from "../../domain/StorageError.ts"
import { HistoryEntry } from "../../domain/views/History.ts"
import type { HistoryRows, PageBounds } from "../../log/store/EventStore.ts"
import { AccessAgain } from "../pipeline/AccessAgain.ts"
import { unavailable } from "../pipeline/Availability.ts"
import * as ChunkedResponse from "./ChunkedResponse.ts"

/** Characters of an answer that is sent whole: however many clients do not read theirs, little is held for each. */
const maxWhole = 64 * 1024

/** Bytes of the log that are read at a time, of an answer that is sent whole and of one that is not. */
const bytesOfWhole = 64 * 1024
const bytesOfPart = 128 * 1024

/**
 * Rows whose sizes the database looks up for a page: twice as many as fitted into the page before, so that few are looked
 * at for nothing where they are large, and pages are few where they are small.
 */
const firstRows = 128
const [fewestRows, mostRows] = [4, 512]

export interface HistoryResponseOptions<E, R> {
  readonly request: HttpServerRequest.HttpServerRequest
  /** Entries before a sequence number (exclusive), newest first; null: the newest. */
  readonly read: (before: number | null, bounds: PageBounds) => Effect.Effect<HistoryRows, StorageError>
  readonly before: number | null
  /** Null: all there are. */
  readonly limit: number | null
  readonly entries: (rows: HistoryRows["rows"]) => Effect.Effect<ReadonlyArray<HistoryEntry>>
  /** JSON around the entries. */
  readonly around: readonly [before: string, after: string]
  /** Runs first when the answer is sent in parts; may refuse that. */
  readonly admit: Effect.Effect<unknown, E, R>
  /** Pages of all answers take turns: however many are on their way, others wait for no more than a few of them. */
  readonly inTurn: <A, E, R>(page: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** The reader's session ended, or its role changed, while the answer was on its way. */
class AccessEnded extends Data.TaggedError("AccessEnded") {}

const encode = Schema.encodeEffect(Schema.Array(HistoryEntry))

/**
 * A list of history entries as JSON. Pages are read as the client takes them. Each goes on below the one before, and the
 * log only grows at its other end: all are of the moment of the first. It is cut off when the reader's session ends.
 */
export const make = Effect.fnUntraced(function* <E, R>(options: HistoryResponseOptions<E, R>) {
  const { read, entries } = options
  let { before } = options
  let left = options.limit ?? Number.POSITIVE_INFINITY
  let rowsAtOnce = firstRows
  let count = 0
  let isOver = false

  /** The next page's entries as JSON, with a comma before them if others were before. */
  const nextPage = Effect.fnUntraced(function* (maxBytes: number) {
    const limit = Math.min(left, rowsAtOnce)
    const { rows, isLast } = yield* read(before, { limit, maxBytes })
    const list = JSON.stringify(yield* Effect.orDie(encode(yield* entries(rows)))).slice(1, -1)
    const text = count > 0 && rows.length > 0 ? `,${list}` : list
    count += rows.length
    left -= rows.length
    rowsAtOnce = Math.max(fewestRows, Math.min(2 * rows.length, mostRows))
    before = rows.at(-1)?.event.sequenceNumber ?? before
    isOver = isLast || left === 0
    return text
  })

  const [opening, closing] = options.around
  let begun = opening
  while (!isOver && begun.length <= maxWhole) {
    begun += yield* options.inTurn(nextPage(bytesOfWhole)).pipe(Effect.catchTag("StorageError", unavailable))
  }
  if (isOver && begun.length <= maxWhole)
    return HttpServerResponse.text(begun + closing, { contentType: "application/json" })

  yield* options.admit
  const again = yield* AccessAgain
  const next = Effect.gen(function* () {
    if (isOver) return null
    if ((yield* again) !== undefined) return yield* new AccessEnded()
    const text = yield* options.inTurn(nextPage(bytesOfPart))
    return isOver ? text + closing : text
  })
  return ChunkedResponse.respond(options.request, isOver ? begun + closing : begun, next)
})
