import { ByteSize, Effect, Layer } from "effect"
import { HttpIncomingMessage, HttpServerRequest } from "effect/http"
import { BadRequest } from "../../api/Errors.ts"
import { JsonBody, maxBodyBytes } from "../../api/requests/JsonBody.ts"
import { AccessRecheck } from "./AccessRecheck.ts"
import * as Admission from "./Admission.ts"
import { ClientAddress } from "./address/ClientAddress.ts"
import { isLargeBody, LowPriorityWork } from "./LowPriorityWork.ts"
import { callerOf } from "./RequestCaller.ts"

const unreadable = new BadRequest({ message: "The body could not be read.", code: "invalid_json" })

export const layer = Layer.succeed(
  JsonBody,
  JsonBody.of(
    Effect.fnUntraced(function* (httpEffect) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const lowPriority = yield* LowPriorityWork
      const headersFault = Admission.headersFault(request)
      if (headersFault !== undefined) return yield* headersFault
      const body = yield* request.arrayBuffer.pipe(
        Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(maxBodyBytes)),
        Effect.mapError(({ reason }) =>
          reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge" ? Admission.tooLarge : unreadable
        )
      )
      if (isLargeBody(body.byteLength)) yield* lowPriority.turn(callerOf(request.source, yield* ClientAddress))
      yield* Effect.fromResult(Admission.bodyText(new Uint8Array(body)))
      const refusal = yield* yield* AccessRecheck
      return refusal ?? (yield* httpEffect)
    })
  )
)
