import { Layer, Option, References } from "effect"
import { OtlpLogger, OtlpSerialization, OtlpTracer } from "effect/observability"
import * as Collector from "./Collector.ts"

const resource = { serviceName: "strategy-planning" }

/** What ended before the process does is sent within this time, or not at all. */
const shutdownTimeout = "500 millis"

const toCollector = (url: string) => {
  const base = url.replace(/\/+$/, "")
  return Layer.merge(
    OtlpLogger.layer({ url: `${base}/v1/logs`, resource, shutdownTimeout }),
    OtlpTracer.layer({ url: `${base}/v1/traces`, resource, shutdownTimeout })
  ).pipe(Layer.provide([OtlpSerialization.layerJson, Collector.layer]))
}

/**
 * Traces and logs by OTLP (JSON over HTTP) to a collector, beside the loggers that are there already. Spans of requests
 * carry method, URL, route, status and who asked; no header, and so no cookie. Without a collector nothing is traced: a
 * span is then an empty object.
 */
export const layer = (collectorUrl: Option.Option<string>): Layer.Layer<never> =>
  Option.match(collectorUrl, {
    onNone: () => Layer.succeed(References.TracerEnabled, false),
    onSome: toCollector
  })
