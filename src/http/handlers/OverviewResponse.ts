import { Data, Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { AccessRecheck } from "../pipeline/AccessRecheck.ts"
import * as ChunkedResponse from "./ChunkedResponse.ts"

/** Bytes beyond which a response is streamed: this bounds the memory held for clients that do not read. */
const maxBufferedBytes = 64 * 1024

/** The reader's session ended, or its role changed, while the response was being sent. */
class AccessEnded extends Data.TaggedError("AccessEnded") {}

interface Options<E, R> {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly etag: string
  readonly parts: readonly [first: string, ...rest: ReadonlyArray<string | Uint8Array>]
  /** Runs before a response is streamed, and may refuse it. */
  readonly admit: Effect.Effect<unknown, E, R>
}

/** JSON in parts, which are shared between responses and are not copied for one that is large. */
export const respond = Effect.fnUntraced(function* <E, R>({ request, etag, parts, admit }: Options<E, R>) {
  const headers = { etag }
  if (parts.reduce((sum, { length }) => sum + length, 0) <= maxBufferedBytes) {
    const bytes = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)))
    return HttpServerResponse.uint8Array(bytes, { contentType: "application/json", headers })
  }
  yield* admit
  const recheckAccess = yield* AccessRecheck
  const [first, ...rest] = parts
  let sent = 0
  const next = Effect.gen(function* () {
    if ((yield* recheckAccess) !== undefined) return yield* new AccessEnded()
    return rest[sent++] ?? null
  })
  return ChunkedResponse.respond(request, first, next, headers)
})
