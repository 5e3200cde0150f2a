import { Effect, Layer, Metric } from "effect"
import * as ServiceVersion from "./ServiceVersion.ts"

/** The gauge is always 1; what it tells is in its labels. */
export const layer = Layer.effectDiscard(
  Effect.flatMap(ServiceVersion.read, (version) =>
    Metric.update(
      Metric.gauge("strategy_build_info", {
        description: "The version of the service and of Node.",
        attributes: { version, node: process.version.slice(1) }
      }),
      1
    )
  )
)
