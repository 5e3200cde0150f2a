import { createServer, type IncomingHttpHeaders } from "node:http"
import { Effect, type Scope } from "effect"
import { listen, urlAt } from "./LocalServer.ts"

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** An OTLP collector that records what it receives. */
export interface Collector {
  readonly url: string
  readonly received: Array<Received>
  /** The status of its responses; undefined if it never answers. */
  status: number | undefined
}

/** Starts a collector, which stops when the scope closes. */
export const start: Effect.Effect<Collector, never, Scope.Scope> = Effect.gen(function* () {
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request.setEncoding("utf8")) body += chunk
    collector.received.push({ path: request.url ?? "", headers: request.headers, body })
    if (collector.status !== undefined) response.writeHead(collector.status).end("{}")
  })
  const collector: Collector = { url: urlAt(yield* listen(server)), received: [], status: 200 }
  return collector
})
