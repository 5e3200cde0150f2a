import { Effect, Layer, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { parse } from "./Exposition.ts"

/** Metrics of one test alone; what counts must be built on it. */
export const layer = Layer.fresh(Layer.sync(Metric.MetricRegistry, () => new Map()))

/** What a scrape would see. */
export const scraped = Effect.map(PrometheusMetrics.format(), parse)
