import { ByteSize, Effect, Layer } from "effect"
import { HttpIncomingMessage, HttpServerRequest } from "effect/http"
import { BadRequest } from "../../api/Errors.ts"
import { JsonBody, maxBodyBytes } from "../../api/JsonBody.ts"
import { AccessAgain } from "./AccessAgain.ts"
import * as Admission from "./Admission.ts"
import { DeferredWork, isLarge } from "./Deferred.ts"

const unreadable = new BadRequest({ message: "The body could not be read." })

export const layer = Layer.succeed(
  JsonBody,
  JsonBody.of(
    Effect.fnUntraced(function* (httpEffect) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const deferred = yield* DeferredWork
      const headersFault = Admission.headersFault(request.headers)
      if (headersFault !== undefined) return yield* headersFault
      const body = yield* request.arrayBuffer.pipe(
        Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(maxBodyBytes)),
        Effect.mapError(({ reason }) =>
          reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge" ? Admission.tooLarge : unreadable
        )
      )
      if (isLarge(body.byteLength)) yield* deferred.turn
      const bytesFault = Admission.bytesFault(new Uint8Array(body))
      if (bytesFault !== undefined) return yield* bytesFault
      const refusal = yield* yield* AccessAgain
      return refusal ?? (yield* httpEffect)
    })
  )
)
