import type { Writable } from "node:stream"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"

/**
 * What is handed to a connection at a time. The operating system says only that it has taken all of a piece: the smaller
 * it is, the slower a client may read without being taken for one that does not read.
 */
const pieceBytes = 16 * 1024

/** How long a client may take none of it. */
const longestPause = "30 seconds"

/** An end in the midst of the body: the client sees a broken connection, never a short answer that looks whole. */
const cut = (reason: string) => Effect.andThen(Effect.logWarning(reason), Effect.interrupt)

const writePiece = (response: Writable, piece: Uint8Array): Effect.Effect<void> =>
  Effect.callback((resume) => {
    response.write(piece, (error) => resume(error ? Effect.interrupt : Effect.void))
  })

const write = Effect.fnUntraced(function* (response: Writable, text: string) {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    yield* writePiece(response, bytes.subarray(from, from + pieceBytes)).pipe(
      Effect.timeoutOrElse({
        duration: longestPause,
        orElse: () => cut("An answer was cut off: its client read nothing for 30 s.")
      })
    )
  }
})

/**
 * An answer in JSON that is made while it is sent: `next` gives the text after what was sent before, and null at the end.
 * It is asked for when the client's connection has taken all before, so that no more than one text is held. When it fails,
 * or the client reads nothing for 30 seconds, the connection is cut. Not asked for at all for HEAD.
 */
export const respond = <E>(
  request: HttpServerRequest.HttpServerRequest,
  first: string,
  next: Effect.Effect<string | null, E>
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(
    Stream.fromEffectDrain(
      Effect.gen(function* () {
        const response = NodeHttpServerRequest.toServerResponse(request)
        let text: string | null = first
        while (text !== null) {
          yield* write(response, text)
          text = yield* Effect.catch(next, (error) =>
            Effect.andThen(Effect.logDebug(error), cut("An answer was cut off: the rest of it could not be read."))
          )
        }
      })
    ),
    { contentType: "application/json" }
  )
