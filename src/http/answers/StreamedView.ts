import { Effect, type Scope } from "effect"
import type { HttpServerRequest } from "effect/http"
import { CurrentUser } from "../../api/Access.ts"
import type { UserId } from "../../domain/entities/Ids.ts"
import { whileAllowed } from "../pipeline/AccessRecheck.ts"
import * as ChunkedResponse from "./ChunkedResponse.ts"
import * as ViewCache from "./ViewCache.ts"

/** A longer response is streamed, in parts of this size: this bounds the memory held for clients that do not read. */
const partBytes = 64 * 1024

interface Asked {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly headers: { readonly "if-none-match"?: string | undefined }
}

/**
 * Makes the function that answers with views that may be large, or with 304 if the client has one already. Those that
 * are streamed are let in by `admit`: a client that does not read its response holds its place for half a minute.
 */
export const make = <E>(admit: (userId: UserId) => Effect.Effect<void, E, Scope.Scope>) =>
  Effect.fnUntraced(function* (view: ViewCache.EncodedView, { request, headers }: Asked) {
    const response = yield* ViewCache.respond(view, {
      ifNoneMatch: headers["if-none-match"],
      acceptEncoding: request.headers["accept-encoding"]
    })
    const { body } = response
    if (body._tag !== "Uint8Array" || body.body.length <= partBytes) return response
    const { userId } = yield* CurrentUser
    yield* admit(userId)
    let sent = 0
    const nextPart = Effect.sync(() => {
      const part = body.body.subarray(sent, sent + partBytes)
      sent += part.length
      return part.length === 0 ? null : part
    })
    return ChunkedResponse.respond(request, "", yield* whileAllowed(nextPart), response.headers, body.contentType)
  })
