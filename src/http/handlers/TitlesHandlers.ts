import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { whileAllowed } from "../pipeline/AccessRecheck.ts"
import * as ETag from "../pipeline/ETag.ts"
import * as ChunkedResponse from "./ChunkedResponse.ts"
import * as ConcurrencyLimit from "./ConcurrencyLimit.ts"
import { Titles } from "./Titles.ts"

/** A longer response is streamed: this bounds the memory held for clients that do not read. */
const maxBufferedCharacters = 64 * 1024

/** Parts of a streamed response are at least this long, but for the last one. */
const minPartCharacters = 64 * 1024

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
        const { etag, pieces } = yield* titles.encoded
        if (ETag.matches(headers["if-none-match"], etag)) return ETag.notModified({ etag })
        const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
        if (length <= maxBufferedCharacters) {
          return HttpServerResponse.text(pieces.join(""), { contentType: "application/json", headers: { etag } })
        }
        yield* admit((yield* CurrentUser).userId)
        let sent = 0
        const nextPart = (): string | null => {
          if (sent === pieces.length) return null
          let part = ""
          while (sent < pieces.length && part.length < minPartCharacters) part += pieces[sent++]
          return part
        }
        const next = yield* whileAllowed(Effect.sync(nextPart))
        return ChunkedResponse.respond(request, nextPart() ?? "", next, { etag })
      })
    })
  })
)
