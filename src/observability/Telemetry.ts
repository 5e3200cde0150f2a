import { Effect, Layer, Option, Redacted, References, Tracer } from "effect"
import { SecureRandom } from "effect/crypto"
import { OtlpLogger, OtlpSerialization, OtlpTracer } from "effect/observability"
import * as Collector from "./Collector.ts"
import * as ServiceVersion from "./ServiceVersion.ts"

/** What has not been sent when the process stops is sent within this time or dropped. */
const shutdownTimeout = "500 millis"

/**
 * Does not sample a call of a client, such as a statement of SQL, that belongs to no operation: it is a poll. There are
 * several each second, and whatever one finds is handled in an operation with a span of its own.
 */
const withoutPolls = Layer.effect(
  Tracer.Tracer,
  Effect.map(Tracer.Tracer, (tracer) =>
    Tracer.make({
      ...tracer,
      span: (options) => {
        const isPoll = options.kind === "client" && Option.isNone(options.parent)
        return tracer.span(isPoll ? { ...options, sampled: false } : options)
      }
    })
  )
)

const toCollector = (url: string, { serviceName, collectorHeaders }: Options) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const serviceVersion = yield* ServiceVersion.read
      const random = yield* SecureRandom.SecureRandom
      const resource = { serviceName, serviceVersion, attributes: { "service.instance.id": yield* random.uuidV4() } }
      const headers = Option.match(collectorHeaders, { onNone: () => ({}), onSome: Redacted.value })
      const base = url.replace(/\/+$/, "")
      return Layer.merge(
        OtlpLogger.layer({ url: `${base}/v1/logs`, resource, headers, shutdownTimeout }),
        withoutPolls.pipe(
          Layer.provideMerge(OtlpTracer.layer({ url: `${base}/v1/traces`, resource, headers, shutdownTimeout }))
        )
      )
    })
  ).pipe(Layer.provide([OtlpSerialization.layerJson, Collector.layer]))

/** Without a collector nothing is traced and spans are empty objects. */
export const untraced = Layer.succeed(References.TracerEnabled, false)

export interface Options {
  readonly collectorUrl: Option.Option<string>
  readonly collectorHeaders: Option.Option<Redacted.Redacted<Readonly<Record<string, string>>>>
  readonly serviceName: string
}

/**
 * Sends traces and logs by OTLP (JSON over HTTP) to a collector, in addition to the other loggers. Spans of requests
 * contain method, URL, route, status and the user, but no headers and so no cookies. Every process has a `service.instance.id`
 * of its own.
 */
export const layer = (options: Options): Layer.Layer<never, never, SecureRandom.SecureRandom> =>
  Option.match(options.collectorUrl, {
    onNone: () => untraced,
    onSome: (url) => toCollector(url, options)
  })
