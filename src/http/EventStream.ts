import { ServerResponse } from "node:http"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Effect, Random, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Sink } from "../live/Client.ts"
import * as Frames from "../live/Frames.ts"

/** Milliseconds that a client has to take a stream's last bytes and close its side. */
const farewell = 1_000

const framed = new WeakMap<Uint8Array, Uint8Array>()

/** Bytes as one chunk of HTTP/1.1's chunked coding: made once for all who are sent the same bytes. */
const chunked = (bytes: Uint8Array): Uint8Array => {
  const known = framed.get(bytes)
  if (known !== undefined) return known
  const chunk = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")])
  framed.set(bytes, chunk)
  return chunk
}

/**
 * Writes past the response, straight to its socket, once the headers are out: one write per chunk, whatever is in it,
 * and nothing kept for those who read. A response that still waits for the one before it on its connection has no
 * socket yet, and is written to in the usual way.
 */
const sinkOf = (response: ServerResponse): Sink => {
  response.flushHeaders()
  const { socket } = response
  const target = socket ?? response
  const write = (bytes: Uint8Array): boolean =>
    target.write(socket !== null && response.chunkedEncoding ? chunked(bytes) : bytes) || target.writableLength === 0
  return {
    write: (bytes) => response.writableEnded || response.destroyed || write(bytes),
    onDrain: (drained) => {
      target.on("drain", drained)
    },
    end: (last) => {
      if (response.writableEnded || response.destroyed) return
      write(last)
      response.end()
      const timer = setTimeout(() => response.destroy(), farewell)
      response.once("close", () => clearTimeout(timer))
    },
    cut: () => {
      response.destroy()
    }
  }
}

const options = {
  contentType: "text/event-stream",
  headers: { "cache-control": "no-store", "x-accel-buffering": "no", connection: "close" }
}

/** Milliseconds from, and up to, which clients wait where the database did not answer. */
const pause = [2_000, 8_000] as const

/**
 * In the place of a 503: a browser gives up for good on a stream that is answered with any status but 200, and comes again
 * after one that says `busy`.
 */
export const unavailable: Effect.Effect<HttpServerResponse.HttpServerResponse> = Effect.map(
  Random.nextIntBetween(...pause),
  (retry) => HttpServerResponse.uint8Array(Frames.busy("server", retry), options)
)

/**
 * A response whose body is what `run` writes to the sink. `run` begins when the headers are written, not at all for HEAD,
 * and is interrupted when the client goes. The connection is not used again: it closes with the stream.
 */
export const respond = (
  request: HttpServerRequest.HttpServerRequest,
  run: (sink: Sink) => Effect.Effect<void>
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(
    Stream.fromEffectDrain(
      Effect.suspend(() => {
        const response = NodeHttpServerRequest.toServerResponse(request)
        return response instanceof ServerResponse
          ? run(sinkOf(response))
          : Effect.die(new Error("Streams are served over HTTP/1.1 only."))
      })
    ),
    options
  )
