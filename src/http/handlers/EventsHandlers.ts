import { Effect } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { BadRequest } from "../../api/Errors.ts"
import { int64Rule, isAtInt64Bound, rejectionHeader } from "../../api/EventsApi.ts"
import { rejectionCodeOf } from "../../domain/Outcome.ts"
import { Planner } from "../../log/writer/Planner.ts"
import { fitsInt64, numberText } from "./JsonIntegers.ts"
import { envelopeOf, withHttpErrors } from "./SubmissionRequest.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "events",
  Effect.fn(function* (handlers) {
    const planner = yield* Planner
    return handlers.handle(
      "submit",
      Effect.fnUntraced(function* ({ payload, headers, request }) {
        const user = yield* CurrentUser
        if (isAtInt64Bound(payload.lastSeenSequence)) {
          const text = numberText(yield* Effect.orDie(request.text), "lastSeenSequence")
          if (text === undefined || !fitsInt64(text)) {
            return yield* new BadRequest({
              message: `Invalid body: lastSeenSequence ${int64Rule}.`,
              code: "invalid_value",
              field: "lastSeenSequence"
            })
          }
        }
        const envelope = yield* Effect.fromResult(envelopeOf(user, payload, headers["idempotency-key"]))
        const outcome = yield* withHttpErrors(planner.submit(envelope))
        const code = rejectionCodeOf(outcome)
        if (code !== undefined) {
          yield* HttpEffect.appendPreResponseHandler((_, response) =>
            Effect.succeed(HttpServerResponse.setHeader(response, rejectionHeader, code))
          )
        }
        return outcome
      })
    )
  })
)
