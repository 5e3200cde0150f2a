import type { Writable } from "node:stream"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Sink } from "../../live/StreamClient.ts"
import { streamOptions } from "../pipeline/BusyStream.ts"
import { HoldableResponse } from "../server/HoldableResponse.ts"

/** How long a client may take to read the last bytes of a stream and close its side. */
const closeTimeoutMs = 250

const chunkCache = new WeakMap<Uint8Array, Uint8Array>()

/** The bytes as one chunk of HTTP/1.1's chunked coding, made once for all clients that get the same bytes. */
const chunked = (bytes: Uint8Array): Uint8Array => {
  const known = chunkCache.get(bytes)
  if (known !== undefined) return known
  const chunk = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")])
  chunkCache.set(bytes, chunk)
  return chunk
}

/**
 * Writes directly to the response's socket once the headers are sent: one write per chunk, and nothing buffered for clients
 * that read. A response that waits for an earlier one on its connection has no socket yet; then the response is written to.
 */
class ResponseSink implements Sink {
  readonly #response: HoldableResponse
  readonly #target: Writable
  readonly #isChunked: boolean

  constructor(response: HoldableResponse) {
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
    const timer = setTimeout(() => this.cut(), closeTimeoutMs)
    this.#response.once("close", () => clearTimeout(timer))
  }

  cut(): void {
    this.#response.destroy()
  }
}

/**
 * A response whose body is what is written to the sink, during `open` and afterwards, until the sink is ended. `open` runs
 * when the headers are written, and never for HEAD. The connection closes with the stream.
 */
export const respond = (
  request: HttpServerRequest.HttpServerRequest,
  open: (sink: Sink) => Effect.Effect<void>
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(
    Stream.fromEffectDrain(
      Effect.suspend(() => {
        const response = NodeHttpServerRequest.toServerResponse(request)
        return response instanceof HoldableResponse
          ? open(new ResponseSink(response))
          : Effect.die(new Error("Streams need a server whose responses can be held."))
      })
    ),
    streamOptions
  )
