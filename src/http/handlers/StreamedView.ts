import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { whileAllowed } from "../pipeline/AccessRecheck.ts"
import * as ChunkedResponse from "./ChunkedResponse.ts"
import * as ViewCache from "./ViewCache.ts"

/** A longer response is streamed, in parts of this size: this bounds the memory held for clients that do not read. */
const partBytes = 64 * 1024

interface Options<E, R> {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly ifNoneMatch: string | undefined
  /** Runs before a response is streamed, and may refuse it. */
  readonly admit: Effect.Effect<unknown, E, R>
}

/** A view that may be large, or 304 if the client has it already. */
export const respond = Effect.fnUntraced(function* <E, R>(
  view: ViewCache.EncodedView,
  { request, ifNoneMatch, admit }: Options<E, R>
) {
  const response = yield* ViewCache.respond(view, { ifNoneMatch, acceptEncoding: request.headers["accept-encoding"] })
  const { body } = response
  if (body._tag !== "Uint8Array" || body.body.length <= partBytes) return response
  yield* admit
  let sent = 0
  const nextPart = Effect.sync(() => {
    const part = body.body.subarray(sent, sent + partBytes)
    sent += part.length
    return part.length === 0 ? null : part
  })
  return ChunkedResponse.respond(request, "", yield* whileAllowed(nextPart), response.headers, body.contentType)
})
