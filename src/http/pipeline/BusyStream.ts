import { Effect, Random } from "effect"
import { HttpServerResponse } from "effect/http"
import * as Frames from "../../live/Frames.ts"

/** The content type and headers of every event stream, which a proxy that compresses or gathers would hold back. */
export const streamOptions = {
  contentType: "text/event-stream",
  headers: { "cache-control": "no-store, no-transform", "x-accel-buffering": "no", connection: "close" }
}

/** The range of the time after which clients come back when the database did not answer. */
const retryRangeMs = [2_000, 8_000] as const

/**
 * Sent instead of a 503: browsers never reconnect to an event stream that is answered with a status other than 200, but do
 * after one with a `busy` event.
 */
export const busyStream: Effect.Effect<HttpServerResponse.HttpServerResponse> = Effect.map(
  Random.nextIntBetween(...retryRangeMs),
  (retryMs) => HttpServerResponse.uint8Array(Frames.busy("server", retryMs), streamOptions)
)
