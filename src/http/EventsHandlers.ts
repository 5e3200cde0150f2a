import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import { Planner } from "../log/Planner.ts"
import { envelopeOf, explained } from "./Submit.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "events",
  Effect.fn(function* (handlers) {
    const planner = yield* Planner
    return handlers.handle(
      "submit",
      Effect.fnUntraced(function* ({ payload, headers }) {
        const user = yield* CurrentUser
        const envelope = yield* Effect.fromResult(envelopeOf(user, payload, headers["idempotency-key"]))
        return yield* explained(planner.submit(envelope))
      })
    )
  })
)
