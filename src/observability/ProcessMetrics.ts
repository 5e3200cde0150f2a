import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import { Effect, Layer, Metric } from "effect"
import { observed } from "./Observed.ts"

const residentMemory = Metric.gauge("strategy_process_resident_memory_bytes", {
  description: "Resident memory of the process."
})

const startTime = Metric.gauge("strategy_process_start_time_seconds", {
  description: "When the process started, in Unix time."
})

const loopActive = Metric.counter("strategy_event_loop_active_seconds_total", {
  description: "Time the event loop was active; its rate is the utilization.",
  incremental: true
})

/** The period of the timer that is measured. */
const resolutionMs = 20

const quantiles = [0.5, 0.99, 1]

const loopDelay = Metric.summary("strategy_event_loop_delay_seconds", {
  description: "How late a timer fires. The quantiles cover the time since the last scrape.",
  quantiles,
  maxAge: 0,
  maxSize: 0
})

const seconds = (nanoseconds: number): number => nanoseconds / 1e9

/** Node's histogram holds the time between two ticks of its timer, which is `resolutionMs` when nothing is late. */
const delaySeconds = (nanoseconds: number): number => Math.max(0, seconds(nanoseconds) - resolutionMs / 1_000)

const watchedDelay = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
      histogram.enable()
      return histogram
    }),
    (histogram) => Effect.sync(() => histogram.disable())
  ),
  (histogram) => {
    const total = { count: 0, sum: 0 }
    return (): Metric.SummaryState => {
      const { count } = histogram
      const state = {
        quantiles: quantiles.map(
          (q) => [q, count === 0 ? undefined : delaySeconds(histogram.percentile(q * 100))] as const
        ),
        min: count === 0 ? 0 : delaySeconds(histogram.min),
        max: count === 0 ? 0 : delaySeconds(histogram.max)
      }
      if (count > 0) {
        total.count += count
        total.sum += count * delaySeconds(histogram.mean)
        histogram.reset()
      }
      return { ...state, ...total }
    }
  }
)

/** The process's memory, its start time, and whether its event loop keeps up. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* observed(residentMemory, () => ({ value: process.memoryUsage.rss() }))
    yield* observed(startTime, () => ({ value: performance.timeOrigin / 1_000 }))
    yield* observed(loopActive, () => ({
      count: performance.eventLoopUtilization().active / 1_000,
      incremental: true
    }))
    yield* observed(loopDelay, yield* watchedDelay)
  })
)
