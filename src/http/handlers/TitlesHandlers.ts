import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { TooManyRequests } from "../../api/Errors.ts"
import * as ConcurrencyLimit from "./ConcurrencyLimit.ts"
import * as StreamedView from "./StreamedView.ts"
import { Titles } from "./Titles.ts"

/** Limits streamed responses: each holds what it has not sent, also when the titles have changed meanwhile. */
const streamed = {
  perUser: 4,
  perServer: 32,
  message: "Too many lists of titles are being sent. Try again shortly."
}

const shareExceeded = new TooManyRequests({
  message: "Too many lists of titles are being sent to you. Try again shortly."
})

export const layer = HttpApiBuilder.group(
  Api,
  "titles",
  Effect.fn(function* (handlers) {
    const titles = yield* Titles
    const admit = ConcurrencyLimit.make(streamed, shareExceeded)

    return handlers.handleAll({
      titles: Effect.fnUntraced(function* ({ headers, request }) {
        const { userId } = yield* CurrentUser
        const ifNoneMatch = headers["if-none-match"]
        return yield* StreamedView.respond(yield* titles.encoded, { request, ifNoneMatch, admit: admit(userId) })
      })
    })
  })
)
