import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { whileAllowed } from "../pipeline/AccessRecheck.ts"
import * as ChunkedResponse from "./ChunkedResponse.ts"
import * as ConcurrencyLimit from "./ConcurrencyLimit.ts"
import { Titles } from "./Titles.ts"
import * as ViewCache from "./ViewCache.ts"

/** A longer response is streamed, in parts of this size: this bounds the memory held for clients that do not read. */
const partBytes = 64 * 1024

/** Limits streamed responses: each holds what it has not sent, also when the titles have changed meanwhile. */
const streamed = {
  perUser: 4,
  perServer: 32,
  message: "Too many lists of titles are being sent. Try again shortly."
}

export const layer = HttpApiBuilder.group(
  Api,
  "titles",
  Effect.fn(function* (handlers) {
    const titles = yield* Titles
    const admit = ConcurrencyLimit.make(streamed)

    return handlers.handleAll({
      titles: Effect.fnUntraced(function* ({ headers, request }) {
        const response = yield* ViewCache.respond(yield* titles.encoded, {
          ifNoneMatch: headers["if-none-match"],
          acceptEncoding: request.headers["accept-encoding"]
        })
        const { body } = response
        if (body._tag !== "Uint8Array" || body.body.length <= partBytes) return response
        yield* admit((yield* CurrentUser).userId)
        let sent = 0
        const nextPart = Effect.sync(() => {
          const part = body.body.subarray(sent, sent + partBytes)
          sent += part.length
          return part.length === 0 ? null : part
        })
        return ChunkedResponse.respond(request, "", yield* whileAllowed(nextPart), response.headers)
      })
    })
  })
)
