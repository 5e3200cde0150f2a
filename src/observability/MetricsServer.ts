import { Effect, Function, Layer } from "effect"
import { HttpMiddleware, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"

export const metricsPath = "/metrics"

const contentType = "text/plain; version=0.0.4; charset=utf-8"

const notFound = HttpServerResponse.text("Not found.\n", { status: 404 })
const notAllowed = HttpServerResponse.text("Use GET.\n", { status: 405, headers: { allow: "GET, HEAD" } })

const respond = Effect.gen(function* () {
  const { method, url } = yield* HttpServerRequest.HttpServerRequest
  if (url.split("?", 1)[0] !== metricsPath) return notFound
  if (method !== "GET" && method !== "HEAD") return notAllowed
  return HttpServerResponse.text(yield* PrometheusMetrics.format(), { contentType })
})

/** Serves `GET /metrics` in Prometheus' text format and nothing else. Its requests are not traced. */
export const layer: Layer.Layer<never, never, HttpServer.HttpServer> = HttpServer.serve(respond).pipe(
  Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen, Function.constTrue))
)
