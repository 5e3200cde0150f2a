import { Effect } from "effect"
import { InvalidRun } from "../InvalidRun.ts"

/** A server's metrics of its streams. */
interface StreamCounts {
  readonly open: number
  /** Streams that were closed since the start because their readers were too slow. */
  readonly slow: number
}

const value = (page: string, series: string): number => {
  const line = page.split("\n").find((line) => line.startsWith(`${series} `))
  return Number(line?.slice(series.length))
}

/** Reads the metrics of the server with this METRICS_PORT. */
export const streamCounts = Effect.fn("streamCounts")(function* (port: number) {
  const page = yield* Effect.tryPromise({
    try: async (signal) => (await fetch(`http://127.0.0.1:${port}/metrics`, { signal })).text(),
    catch: (cause) => new InvalidRun({ message: `The server's metrics cannot be read: ${cause}.` })
  })
  const counts: StreamCounts = {
    open: value(page, "strategy_streams_open"),
    slow: value(page, 'strategy_streams_closed_total{reason="slow"}')
  }
  if (Number.isNaN(counts.open + counts.slow)) {
    return yield* new InvalidRun({ message: "The server's metrics contain none of its streams." })
  }
  return counts
})
