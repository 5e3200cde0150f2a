import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { BadRequest, NotFound, Unavailable, UnprocessableContent } from "../../api/Errors.ts"
import { presentationMediaType } from "../../api/ExportApi.ts"
import type { DeckFailed, ExporterBusy, MomentNotFound, TeamNotFound, TeamTooLarge } from "../../deck/ExportError.ts"
import { Exporter } from "../../deck/Exporter.ts"
import { AccessRecheck } from "../pipeline/AccessRecheck.ts"
import { unavailable } from "../pipeline/Availability.ts"
import * as ETag from "../pipeline/ETag.ts"
import { attachment } from "./ContentDisposition.ts"

const faults = {
  TeamNotFound: ({ message }: TeamNotFound) => Effect.fail(new NotFound({ message })),
  MomentNotFound: ({ latest }: MomentNotFound) =>
    Effect.fail(new BadRequest({ message: `The query: at is beyond the latest sequence number, ${latest}.` })),
  TeamTooLarge: ({ message }: TeamTooLarge) => Effect.fail(new UnprocessableContent({ message })),
  ExporterBusy: ({ message }: ExporterBusy) => Effect.fail(new Unavailable({ message })),
  DeckFailed: (error: DeckFailed) => Effect.die(error),
  StorageError: unavailable
}

export const layer = HttpApiBuilder.group(
  Api,
  "export",
  Effect.fn(function* (handlers) {
    const exporter = yield* Exporter

    return handlers.handle("team", ({ params: { teamId }, query: { at = null }, headers }) =>
      Effect.gen(function* () {
        const known = headers["if-none-match"]
        const { userId } = yield* CurrentUser
        const { digest, deck } = yield* exporter.find(teamId, at, userId)
        if (digest !== null && ETag.matches(known, ETag.ofDigest(digest)))
          return ETag.notModified(ETag.ofDigest(digest))
        const made = yield* deck
        const refusal = yield* yield* AccessRecheck
        if (refusal !== undefined) return refusal
        const etag = ETag.ofDigest(made.digest)
        if (ETag.matches(known, etag)) return ETag.notModified(etag)
        return HttpServerResponse.uint8Array(made.bytes, {
          contentType: presentationMediaType,
          headers: { etag, "content-disposition": attachment(made.name) }
        })
      }).pipe(Effect.catchTags(faults))
    )
  })
)
