import { Effect, Layer, Option, References } from "effect"
import { OtlpLogger, OtlpSerialization, OtlpTracer } from "effect/observability"
import * as Collector from "./Collector.ts"
import * as ServiceVersion from "./ServiceVersion.ts"

/** What has not been sent when the process stops is sent within this time or dropped. */
const shutdownTimeout = "500 millis"

const toCollector = (url: string, serviceName: string) =>
  Layer.unwrap(
    Effect.map(ServiceVersion.read, (serviceVersion) => {
      const base = url.replace(/\/+$/, "")
      const resource = { serviceName, serviceVersion }
      return Layer.merge(
        OtlpLogger.layer({ url: `${base}/v1/logs`, resource, shutdownTimeout }),
        OtlpTracer.layer({ url: `${base}/v1/traces`, resource, shutdownTimeout })
      )
    })
  ).pipe(Layer.provide([OtlpSerialization.layerJson, Collector.layer]))

/** Without a collector nothing is traced and spans are empty objects. */
export const untraced = Layer.succeed(References.TracerEnabled, false)

export interface Options {
  readonly collectorUrl: Option.Option<string>
  readonly serviceName: string
}

/**
 * Sends traces and logs by OTLP (JSON over HTTP) to a collector, in addition to the other loggers. Spans of requests
 * contain method, URL, route, status and the user, but no headers and so no cookies.
 */
export const layer = ({ collectorUrl, serviceName }: Options): Layer.Layer<never> =>
  Option.match(collectorUrl, {
    onNone: () => untraced,
    onSome: (url) => toCollector(url, serviceName)
  })
