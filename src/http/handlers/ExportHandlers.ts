import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { BadRequest, NotFound, UnprocessableContent } from "../../api/Errors.ts"
import { presentationMediaType, slidesHeader } from "../../api/ExportApi.ts"
import { companyRequest, type DeckRequest, idsIn, optionsFrom, teamRequest } from "../../deck/DeckRequest.ts"
import type { DeckFailed, DeckTooLarge, ParameterRejected, TeamNotFound } from "../../deck/ExportError.ts"
import { Exporter } from "../../deck/Exporter.ts"
import { attachment } from "../answers/ContentDisposition.ts"
import { AccessRecheck } from "../pipeline/AccessRecheck.ts"
import { tooMany, unavailable } from "../pipeline/Availability.ts"
import * as ETag from "../pipeline/ETag.ts"

const faults = {
  TeamNotFound: ({ message }: TeamNotFound) => Effect.fail(new NotFound({ message })),
  ParameterRejected: ({ message, parameter }: ParameterRejected) =>
    Effect.fail(new BadRequest({ message: `Invalid query: ${message}`, code: "invalid_value", field: parameter })),
  DeckTooLarge: ({ message }: DeckTooLarge) => Effect.fail(new UnprocessableContent({ message })),
  ...tooMany,
  DeckFailed: (error: DeckFailed) => Effect.die(error),
  StorageError: unavailable
}

const notBoth = (one: string, other: string) =>
  Effect.fail(
    new BadRequest({
      message: `Invalid query: use ${one} or ${other}, not both.`,
      code: "invalid_value",
      field: other
    })
  )

export const layer = HttpApiBuilder.group(
  Api,
  "export",
  Effect.fn(function* (handlers) {
    const exporter = yield* Exporter

    const answer = Effect.fnUntraced(function* (request: DeckRequest, known: string | undefined) {
      const { userId } = yield* CurrentUser
      const { digest, deck } = yield* exporter.find(request, userId)
      const expected = digest === null ? undefined : ETag.ofDigest(digest)
      if (expected !== undefined && ETag.matches(known, expected)) return ETag.notModified({ etag: expected })
      const made = yield* deck
      const refusal = yield* yield* AccessRecheck
      if (refusal !== undefined) return refusal
      const etag = ETag.ofDigest(made.digest)
      if (ETag.matches(known, etag)) return ETag.notModified({ etag })
      return HttpServerResponse.uint8Array(made.bytes, {
        contentType: presentationMediaType,
        headers: { etag, "content-disposition": attachment(made.name), [slidesHeader]: String(made.slides) }
      })
    }, Effect.catchTags(faults))

    return handlers.handleAll({
      team: ({ params: { teamId }, query, headers }) => {
        const { objectives, status } = query
        if (objectives !== undefined && status !== undefined) return notBoth("objectives", "status")
        if (query.since !== undefined && query.sinceDeck !== undefined) return notBoth("since", "sinceDeck")
        const selected = objectives === undefined ? null : idsIn(objectives)
        return answer(teamRequest(teamId, { ...optionsFrom(query), objectives: selected }), headers["if-none-match"])
      },
      company: ({ query, headers }) => {
        if (query.since !== undefined && query.sinceDeck !== undefined) return notBoth("since", "sinceDeck")
        const teamIds = query.teams === undefined ? null : idsIn(query.teams)
        return answer(companyRequest({ ...optionsFrom(query), teamIds }), headers["if-none-match"])
      }
    })
  })
)
