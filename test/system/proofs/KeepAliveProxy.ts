import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from "node:http"
import { Effect } from "effect"
import { listen, urlAt } from "../../support/LocalServer.ts"

const healthCheckIntervalMs = 200

/** The time in which an upstream that refused a connection gets no request. */
const avoidedMs = 500

/**
 * Milliseconds between the choice of a connection and the arrival of the request, as over a network. A request fails if the
 * upstream closes the connection meanwhile.
 */
const networkDelayMs = 5

/** The number of idle connections kept to each upstream, as with nginx's `keepalive 16`. */
const maxIdleConnections = 16

interface Failures {
  /** Requests sent on a connection that was kept from an earlier one, and not answered. */
  kept: number
  /** Requests sent on a new connection, and not answered. */
  fresh: number
  /** Requests that no upstream accepted. */
  untaken: number
  readonly codes: Array<string>
}

interface Proxy {
  readonly url: string
  readonly failures: Failures
  /** The number of requests sent on a kept connection. */
  readonly reused: () => number
}

class Upstream {
  readonly url: URL
  readonly agent = new Agent({ keepAlive: true, maxFreeSockets: maxIdleConnections, scheduling: "lifo" })
  isUp = true

  constructor(url: string) {
    this.url = new URL(url)
  }

  avoid(): void {
    this.isUp = false
    setTimeout(() => {
      this.isUp = true
    }, avoidedMs).unref()
  }

  ask(): void {
    get(new URL("/health", this.url), { agent: false }, (answer) => {
      this.isUp = answer.statusCode === 200
      answer.resume()
    }).on("error", () => {
      this.isUp = false
    })
  }
}

/** Chooses in turn among the upstreams that are up, or among all if none is; never one that was tried already. */
const chooser = (upstreams: ReadonlyArray<Upstream>) => {
  let turn = 0
  return (tried: ReadonlySet<Upstream>): Upstream | undefined => {
    turn += 1
    const left = upstreams.filter((upstream) => !tried.has(upstream))
    const up = left.filter(({ isUp }) => isUp)
    const candidates = up.length > 0 ? up : left
    return candidates[turn % candidates.length]
  }
}

/**
 * A proxy that spreads requests over upstreams and keeps connections to them, as nginx does: a request that was sent is not
 * repeated; one whose connection was refused goes to the next upstream. With `asksHealth` unhealthy upstreams are left out.
 */
export const start = Effect.fnUntraced(function* (
  urls: ReadonlyArray<string>,
  { asksHealth }: { readonly asksHealth: boolean }
) {
  const upstreams = urls.map((url) => new Upstream(url))
  const choose = chooser(upstreams)
  const failures: Failures = { kept: 0, fresh: 0, untaken: 0, codes: [] }
  let reused = 0

  const fail = (outgoing: ServerResponse, kind: "kept" | "fresh" | "untaken", code: string): void => {
    failures[kind] += 1
    failures.codes.push(`${kind} ${code}`)
    if (!outgoing.headersSent) outgoing.writeHead(502)
    outgoing.end()
  }

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, tried: Set<Upstream>): void => {
    const upstream = choose(tried)
    if (upstream === undefined) {
      fail(outgoing, "untaken", "")
      return
    }
    tried.add(upstream)
    const { hostname, port } = upstream.url
    const { connection: _, ...headers } = incoming.headers
    const options = { hostname, port, path: incoming.url, method: incoming.method, headers, agent: upstream.agent }
    const sent = request(options, (answer) => {
      const { connection: _, "keep-alive": __, ...passed } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, passed)
      answer.pipe(outgoing)
      answer.on("error", () => outgoing.destroy())
    })
    sent.on("socket", (socket) => {
      const send = () => setTimeout(() => sent.end(body), networkDelayMs)
      if (sent.reusedSocket) reused += 1
      if (socket.connecting) socket.once("connect", send)
      else send()
    })
    sent.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") {
        upstream.avoid()
        forward(incoming, outgoing, body, tried)
      } else if (!outgoing.writableEnded && !outgoing.destroyed) {
        fail(outgoing, sent.reusedSocket ? "kept" : "fresh", error.code ?? error.message)
      }
    })
    outgoing.once("close", () => sent.destroy())
  }

  const server = createServer(async (incoming, outgoing) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of incoming) chunks.push(chunk)
    forward(incoming, outgoing, Buffer.concat(chunks), new Set())
  })
  const asking = setInterval(() => {
    if (asksHealth) for (const upstream of upstreams) upstream.ask()
  }, healthCheckIntervalMs)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      clearInterval(asking)
      for (const { agent } of upstreams) agent.destroy()
    })
  )
  return { url: urlAt(yield* listen(server)), failures, reused: () => reused } satisfies Proxy
})
