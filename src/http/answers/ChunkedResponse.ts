import type { Writable } from "node:stream"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"

/**
 * The operating system reports only when it has taken a whole chunk. The smaller a chunk is, the slower a client may read
 * without running into the timeout.
 */
const chunkBytes = 16 * 1024

/** How long a client may take for one chunk. */
const writeTimeout = "30 seconds"

/** Breaks the connection in the middle of the body, so that the client cannot mistake the part it has for the whole. */
const abort = (reason: string) => Effect.andThen(Effect.logWarning(reason), Effect.interrupt)

const writeChunk = (response: Writable, chunk: Uint8Array): Effect.Effect<void> =>
  Effect.callback((resume) => {
    response.write(chunk, (error) => resume(error ? Effect.interrupt : Effect.void))
  })

const write = Effect.fnUntraced(function* (response: Writable, part: string | Uint8Array) {
  const bytes = typeof part === "string" ? Buffer.from(part) : part
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    yield* writeChunk(response, bytes.subarray(from, from + chunkBytes)).pipe(
      Effect.timeoutOrElse({
        duration: writeTimeout,
        orElse: () => abort("A response was cut off: the client read nothing for 30 s.")
      })
    )
  }
})

/**
 * A response, JSON unless `contentType` is given, that is produced while it is sent. `next` gives the next part of the body, and null at the end. It runs
 * when the connection has taken the part before, so at most one part is in memory. When it fails, or the client reads
 * nothing for 30 seconds, the connection is cut. For HEAD it never runs.
 */
export const respond = <E>(
  request: HttpServerRequest.HttpServerRequest,
  first: string | Uint8Array,
  next: Effect.Effect<string | Uint8Array | null, E>,
  headers: Readonly<Record<string, string>> = {},
  contentType = "application/json"
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(
    Stream.fromEffectDrain(
      Effect.gen(function* () {
        const response = NodeHttpServerRequest.toServerResponse(request)
        let part: string | Uint8Array | null = first
        while (part !== null) {
          yield* write(response, part)
          part = yield* Effect.catch(next, (error) =>
            Effect.andThen(Effect.logDebug(error), abort("A response was cut off: the rest could not be read."))
          )
        }
      })
    ),
    { contentType, headers }
  )
