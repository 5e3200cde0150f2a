import { Effect } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { BadRequest } from "../../api/Errors.ts"
import { int64Rule, isAtInt64Bound, rejectionHeader, repeatedHeader } from "../../api/EventsApi.ts"
import { gateLimits } from "../../bounded/GateLimits.ts"
import { answerOf } from "../../domain/Outcome.ts"
import { Planner } from "../../log/writer/Planner.ts"
import * as Preview from "../../log/writer/Preview.ts"
import { fitsInt64 } from "../answers/JsonIntegers.ts"
import { entryTo, stateNotRead, unavailable } from "../pipeline/Availability.ts"
import { envelopeOf, envelopesOf, withHttpErrors } from "../requests/SubmissionRequest.ts"
import * as ChangeSetOwners from "./ChangeSetOwners.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "events",
  Effect.fn(function* (handlers) {
    const planner = yield* Planner
    const preview = yield* Preview.make
    const claim = yield* ChangeSetOwners.make
    const admitPreview = entryTo(gateLimits.previews)
    return handlers.handleAll({
      submit: Effect.fnUntraced(function* ({ payload, headers, request }) {
        const user = yield* CurrentUser
        if (
          isAtInt64Bound(payload.lastSeenSequence) &&
          !fitsInt64(yield* Effect.orDie(request.text), "lastSeenSequence")
        ) {
          return yield* new BadRequest({
            message: `Invalid body: lastSeenSequence ${int64Rule}.`,
            code: "invalid_value",
            field: "lastSeenSequence"
          })
        }
        const envelope = yield* Effect.fromResult(envelopeOf(user, payload, headers))
        const set = headers["change-set"]
        if (set !== undefined) yield* Effect.catchTag(claim(set, user.userId), "StorageError", unavailable)
        const outcome = yield* withHttpErrors(planner.submit(envelope))
        const { rejection, isRepeated = false } = outcome
        const named = {
          ...(rejection !== null && { [rejectionHeader]: rejection.code }),
          ...(isRepeated && { [repeatedHeader]: "true" })
        }
        yield* HttpEffect.appendPreResponseHandler((_, response) =>
          Effect.succeed(HttpServerResponse.setHeaders(response, named))
        )
        return answerOf(outcome)
      }),
      preview: Effect.fnUntraced(
        function* ({ payload: { events } }) {
          const user = yield* CurrentUser
          yield* admitPreview(user.userId)
          const envelopes = yield* Effect.fromResult(envelopesOf(user, events))
          return yield* preview(envelopes)
        },
        Effect.catchTags({ StateNotRead: stateNotRead, StorageError: unavailable })
      )
    })
  })
)
