import { isUtf8 } from "node:buffer"
import { ByteSize, Effect, Layer } from "effect"
import { HttpIncomingMessage, HttpServerRequest } from "effect/http"
import { BadRequest, PayloadTooLarge, UnsupportedMediaType } from "../api/Errors.ts"
import { JsonBody, maxBodyBytes, maxBodyDepth } from "../api/JsonBody.ts"
import { AccessAgain } from "./AccessAgain.ts"

const quote = 0x22
const backslash = 0x5c
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d

/** The deepest nesting of a JSON text, read off its brackets; right for any text the parser accepts. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a state machine over the bytes of every body
export const depthOf = (json: Uint8Array): number => {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let index = 0; index < json.length; index++) {
    const byte = json[index] ?? 0
    if (inString) {
      if (byte === backslash) index++
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (isOpening(byte)) deepest = Math.max(deepest, ++depth)
    else if (isClosing(byte)) depth--
  }
  return deepest
}

const isJson = (contentType: string | undefined): boolean =>
  contentType?.split(";", 1)[0]?.trim().toLowerCase() === "application/json"

const unreadable = new BadRequest({ message: "The body could not be read." })

const tooLarge = new PayloadTooLarge({ message: `The body is larger than ${maxBodyBytes / 1024} KiB.` })

export const layer = Layer.succeed(
  JsonBody,
  JsonBody.of(
    Effect.fnUntraced(function* (httpEffect) {
      const request = yield* HttpServerRequest.HttpServerRequest
      if (!isJson(request.headers["content-type"])) {
        return yield* new UnsupportedMediaType({ message: "Send the body as application/json." })
      }
      if (Number(request.headers["content-length"]) > maxBodyBytes) return yield* tooLarge
      const body = yield* request.arrayBuffer.pipe(
        Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(maxBodyBytes)),
        Effect.mapError(({ reason }) =>
          reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge" ? tooLarge : unreadable
        )
      )
      const bytes = new Uint8Array(body)
      if (!isUtf8(bytes)) return yield* new BadRequest({ message: "The body is not valid UTF-8." })
      if (depthOf(bytes) > maxBodyDepth) {
        return yield* new BadRequest({ message: `The body is nested deeper than ${maxBodyDepth} levels.` })
      }
      const refusal = yield* yield* AccessAgain
      return refusal ?? (yield* httpEffect)
    })
  )
)
