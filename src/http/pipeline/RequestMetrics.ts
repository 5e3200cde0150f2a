import { type Context, Metric } from "effect"
import { HttpMethod } from "effect/http"

const boundaries = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const secondsOf = (route: string): Metric.Histogram<number> =>
  Metric.histogram("strategy_request_seconds", {
    description: "Time until the answer to a request was ready to send; for a stream, until it began.",
    attributes: { route },
    boundaries
  })

const requestsOf = (route: string, method: string, status: number): Metric.Counter<number> =>
  Metric.counter("strategy_requests_total", {
    description: "Requests by route, method and status; 499 if the client left before the answer was ready.",
    attributes: { route, method, status: String(status) },
    incremental: true
  })

/** The status under which requests are counted whose client left before the response. */
export const abandonedStatus = 499

/** The label of requests without a route. */
const noRoute = "none"

type Count = (route: string | undefined, method: string, status: number, nanoseconds: bigint) => void

/** Counts requests by the pattern of their route. Paths and methods that clients make up create no new series. */
export const make = (context: Context.Context<never>): Count => {
  const seconds = new Map<string, Metric.Histogram<number>>()
  const requests = new Map<string, Metric.Counter<number>>()

  return (route = noRoute, sent, status, nanoseconds) => {
    const method = HttpMethod.isHttpMethod(sent) ? sent : "other"
    const key = `${route} ${method} ${status}`
    const histogram = seconds.get(route) ?? secondsOf(route)
    const counter = requests.get(key) ?? requestsOf(route, method, status)
    seconds.set(route, histogram)
    requests.set(key, counter)
    histogram.updateUnsafe(Number(nanoseconds) / 1e9, context)
    counter.updateUnsafe(1, context)
  }
}
