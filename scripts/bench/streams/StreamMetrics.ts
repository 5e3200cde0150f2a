import { Effect } from "effect"
import { Void } from "../Void.ts"

/** What a server says of its streams. */
export interface StreamCounts {
  readonly open: number
  /** Closed because their readers were too slow, since the start. */
  readonly slow: number
}

const value = (page: string, series: string): number => {
  const line = page.split("\n").find((line) => line.startsWith(`${series} `))
  return Number(line?.slice(series.length))
}

/** Asks the metrics of the server whose METRICS_PORT this is. */
export const streamCounts = Effect.fn("streamCounts")(function* (port: number) {
  const page = yield* Effect.tryPromise({
    try: async (signal) => (await fetch(`http://127.0.0.1:${port}/metrics`, { signal })).text(),
    catch: (cause) => new Void({ message: `The server does not tell its metrics: ${cause}.` })
  })
  const counts: StreamCounts = {
    open: value(page, "strategy_streams_open"),
    slow: value(page, 'strategy_streams_closed_total{reason="slow"}')
  }
  if (Number.isNaN(counts.open + counts.slow)) {
    return yield* new Void({ message: "The server's metrics say nothing of its streams." })
  }
  return counts
})
