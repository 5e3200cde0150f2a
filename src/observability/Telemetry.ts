import { Layer, Option, References } from "effect"
import { OtlpLogger, OtlpSerialization, OtlpTracer } from "effect/observability"
import * as Collector from "./Collector.ts"

const resource = { serviceName: "strategy-planning" }

/** What has not been sent when the process stops is sent within this time or dropped. */
const shutdownTimeout = "500 millis"

const toCollector = (url: string) => {
  const base = url.replace(/\/+$/, "")
  return Layer.merge(
    OtlpLogger.layer({ url: `${base}/v1/logs`, resource, shutdownTimeout }),
    OtlpTracer.layer({ url: `${base}/v1/traces`, resource, shutdownTimeout })
  ).pipe(Layer.provide([OtlpSerialization.layerJson, Collector.layer]))
}

/**
 * Sends traces and logs by OTLP (JSON over HTTP) to a collector, in addition to the other loggers. Spans of requests
 * contain method, URL, route, status and the user, but no headers and so no cookies. Without a collector nothing is
 * traced and spans are empty objects.
 */
export const layer = (collectorUrl: Option.Option<string>): Layer.Layer<never> =>
  Option.match(collectorUrl, {
    onNone: () => Layer.succeed(References.TracerEnabled, false),
    onSome: toCollector
  })
