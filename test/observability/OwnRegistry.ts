import { Effect, Layer, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { parse } from "./Exposition.ts"

/** A metrics registry for one test. The layers that count must be built on it. */
export const layer = Layer.fresh(Layer.sync(Metric.MetricRegistry, () => new Map()))

/** The parsed page that a scrape would get. */
export const scraped = Effect.map(PrometheusMetrics.format(), parse)
