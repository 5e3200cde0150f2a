import type { Writable } from "node:stream"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Effect, Random, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import * as Frames from "../../live/Frames.ts"
import type { Sink } from "../../live/StreamClient.ts"
import { LongResponse } from "../server/LongResponse.ts"

/** Milliseconds that a client has to take a stream's last bytes and close its side. */
const farewell = 250

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
class ResponseSink implements Sink {
  readonly #response: LongResponse
  readonly #target: Writable
  readonly #isChunked: boolean

  constructor(response: LongResponse) {
    response.flushHeaders()
    response.hold()
    this.#response = response
    this.#target = response.socket ?? response
    this.#isChunked = response.socket !== null && response.chunkedEncoding
  }

  get #isOver(): boolean {
    return this.#response.writableEnded || this.#response.destroyed
  }

  write(bytes: Uint8Array): boolean {
    if (this.#isOver) return true
    return this.#target.write(this.#isChunked ? chunked(bytes) : bytes) || this.#target.writableLength === 0
  }

  onDrain(drained: () => void): void {
    this.#target.on("drain", drained)
  }

  onClose(closed: () => void): void {
    if (this.#response.destroyed) closed()
    else this.#response.once("close", closed)
  }

  end(last: Uint8Array): void {
    if (this.#isOver) return
    this.write(last)
    this.#response.release()
    const timer = setTimeout(() => this.cut(), farewell)
    this.#response.once("close", () => clearTimeout(timer))
  }

  cut(): void {
    this.#response.destroy()
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
 * A response whose body is what is written to the sink, during `open` and after it, until the sink is ended. `open` runs
 * when the headers are written, not at all for HEAD. The connection is not used again: it closes with the stream.
 */
export const respond = (
  request: HttpServerRequest.HttpServerRequest,
  open: (sink: Sink) => Effect.Effect<void>
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(
    Stream.fromEffectDrain(
      Effect.suspend(() => {
        const response = NodeHttpServerRequest.toServerResponse(request)
        return response instanceof LongResponse
          ? open(new ResponseSink(response))
          : Effect.die(new Error("Streams need a server whose responses can be held."))
      })
    ),
    options
  )
